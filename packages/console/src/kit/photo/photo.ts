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
  /** The reader cannot remove it. */
  readonly isFixed?: boolean
}

/** A picture that was added, small and with nothing in it but what is seen. */
export interface AddedPhoto {
  readonly file: File
  /** When it was taken, by what its camera wrote; `null`: not said. */
  readonly takenAt: number | null
}

export interface NamedPhoto extends Photo {
  readonly name: string
}
