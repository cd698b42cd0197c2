import type { Rectangle } from '@coldkeep/rfb/rectangle'
import { GLYPH_WIDTH, glyphOf } from './glyphs'

export type Colour = readonly [red: number, green: number, blue: number]

/** Where is drawn: a pixel a word, whose bytes are red, green, blue and one more. */
export interface Ground {
  readonly words: Uint32Array
  readonly width: number
  readonly height: number
}

/** What is outside of the ground is left out. */
export function fillIn(
  { words, width: across, height: down }: Ground,
  { x, y, width, height }: Rectangle,
  [red, green, blue]: Colour,
): void {
  const word = (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0
  const left = Math.max(0, x)
  const top = Math.max(0, y)
  const right = Math.min(across, x + width)
  const bottom = Math.min(down, y + height)
  if (right <= left || bottom <= top) return
  for (let row = top; row < bottom; row++) words.fill(word, row * across + left, row * across + right)
}

export function writeOn(
  ground: Ground,
  text: string,
  { x, y, scale }: { readonly x: number; readonly y: number; readonly scale: number },
  colour: Colour,
): void {
  for (const [place, letter] of [...text].entries()) {
    const left = x + place * (GLYPH_WIDTH + 1) * scale
    for (const [row, bits] of glyphOf(letter).entries())
      for (let column = 0; column < GLYPH_WIDTH; column++) {
        if ((bits & (1 << (GLYPH_WIDTH - 1 - column))) === 0) continue
        const dot = { x: left + column * scale, y: y + row * scale, width: scale, height: scale }
        fillIn(ground, dot, colour)
      }
  }
}

export function widthOf(text: string, scale: number): number {
  return [...text].length * (GLYPH_WIDTH + 1) * scale - scale
}
