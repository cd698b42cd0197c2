/** A screen that is to become a picture: `jpg` of 384 × 256, `png` of all of it. */
export interface ScreenPicture {
  readonly kind: 'jpg' | 'png'
  readonly width: number
  readonly height: number
  /** Red, green, blue and one more byte for each pixel, row by row. */
  readonly bytes: Uint8Array
}
