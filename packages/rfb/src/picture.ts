/** Pixels of a screen, four bytes each: red, green, blue and one that does not count. A framebuffer is one. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
}
