type PhotoState =
  | { readonly kind: 'kept' }
  | { readonly kind: 'sending'; readonly percent: number }
  | { readonly kind: 'failed' }
  /** There is no connection; it is sent when there is one. */
  | { readonly kind: 'waiting' }

export interface Photo {
  readonly key: string
  readonly src: string
  /** When it was taken or added, as people read it. */
  readonly time: string
  readonly state: PhotoState
}

export interface NamedPhoto extends Photo {
  readonly name: string
}
