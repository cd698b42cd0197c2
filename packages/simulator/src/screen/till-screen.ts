import { copyChanged } from '@coldkeep/rfb/copy-changed'
import { Framebuffer } from '@coldkeep/rfb/framebuffer'
import type { Rectangle } from '@coldkeep/rfb/rectangle'
import type { ClientInput } from '@coldkeep/rfb/server-connection'
import { type Colour, fillIn, widthOf, writeOn } from './canvas'

/** A case as the computer of the store shows it. */
export interface ShownCase {
  readonly name: string
  /** °C; `null`: not read. */
  readonly celsius: number | null
}

const SIZE = { width: 800, height: 480 }
const BACKGROUND: Colour = [24, 32, 44]
const BAR: Colour = [44, 58, 78]
const TILE: Colour = [36, 48, 66]
const CHOSEN: Colour = [30, 84, 140]
const TEXT: Colour = [232, 238, 245]
const FAINT: Colour = [140, 156, 176]
const COLD: Colour = [104, 211, 145]
const MISSING: Colour = [236, 154, 60]
const POINTER: Colour = [255, 214, 10]

const COLUMNS = 4
const ROWS = 3
const TILE_WIDTH = 184
const TILE_HEIGHT = 108
const GAP = 12
const TOP = 56
const NOTE: Rectangle = { x: GAP, y: 428, width: SIZE.width - 2 * GAP, height: 40 }
const MOST_NOTE = 54
const BACKSPACE = 0xff08
const RETURN = 0xff0d
/** Keysyms of characters beyond Latin-1 are this and their code point. */
const UNICODE = 0x01000000

/**
 * What the computer of a simulated store shows: its cases, one of which can be chosen, and a line to type into. It has no
 * desktop behind it.
 */
export class TillScreen {
  readonly framebuffer = new Framebuffer(SIZE)
  /** Where it is drawn, before what is other is shown. */
  readonly #drawn = new Framebuffer(SIZE)
  readonly #title: string
  #cases: readonly ShownCase[] = []
  #chosen: number | null = null
  #clock = ''
  #note = ''
  #buttons = 0
  #pointer: { readonly x: number; readonly y: number } | null = null

  constructor(title: string) {
    this.#title = title
    this.#draw()
  }

  /** @param clock of the store, as it shows it */
  show({ cases, clock }: { readonly cases: readonly ShownCase[]; readonly clock: string }): void {
    this.#cases = cases.slice(0, COLUMNS * ROWS)
    this.#clock = clock
    this.#draw()
  }

  take(input: ClientInput): void {
    if (input.kind === 'key') {
      if (input.isDown) this.#type(input.keysym)
      return
    }
    const isPress = (input.buttons & 1) === 1 && (this.#buttons & 1) === 0
    this.#buttons = input.buttons
    if (!isPress) return
    this.#pointer = { x: input.x, y: input.y }
    const tile = this.#cases.findIndex((_, index) => isIn(tileAt(index), input.x, input.y))
    if (tile >= 0) this.#chosen = tile === this.#chosen ? null : tile
    this.#draw()
  }

  #type(keysym: number): void {
    if (keysym === BACKSPACE) this.#note = [...this.#note].slice(0, -1).join('')
    else if (keysym === RETURN) this.#note = ''
    else if (keysym >= UNICODE || (keysym >= 0x20 && keysym <= 0xff)) {
      const letter = String.fromCodePoint(keysym >= UNICODE ? keysym - UNICODE : keysym)
      this.#note = [...this.#note, letter].slice(-MOST_NOTE).join('')
    }
    this.#draw()
  }

  #draw(): void {
    const clock = this.#clock
    this.#fill({ x: 0, y: 0, ...SIZE }, BACKGROUND)
    this.#fill({ x: 0, y: 0, width: SIZE.width, height: 40 }, BAR)
    this.#write(this.#title, GAP, 12, 2, TEXT)
    this.#write(clock, SIZE.width - GAP - widthOf(clock, 2), 12, 2, FAINT)
    for (const [index, { name, celsius }] of this.#cases.entries()) {
      const tile = tileAt(index)
      this.#fill(tile, index === this.#chosen ? CHOSEN : TILE)
      this.#write(name.slice(0, 14), tile.x + 10, tile.y + 10, 2, FAINT)
      const value = celsius === null ? '--' : `${celsius.toFixed(1)} °C`
      this.#write(value, tile.x + 10, tile.y + 42, 3, celsius === null ? MISSING : COLD)
    }
    this.#fill(NOTE, BAR)
    this.#write(`> ${this.#note}_`, NOTE.x + 10, NOTE.y + 13, 2, TEXT)
    if (this.#pointer !== null) this.#cross(this.#pointer)
    for (const other of copyChanged(this.#drawn, this.framebuffer, [{ x: 0, y: 0, ...SIZE }]))
      this.framebuffer.markChanged(other)
  }

  #cross({ x, y }: { readonly x: number; readonly y: number }): void {
    this.#fill({ x: x - 6, y, width: 13, height: 1 }, POINTER)
    this.#fill({ x, y: y - 6, width: 1, height: 13 }, POINTER)
  }

  #write(text: string, x: number, y: number, scale: number, colour: Colour): void {
    writeOn(this.#drawn, text, { x, y, scale }, colour)
  }

  #fill(area: Rectangle, colour: Colour): void {
    fillIn(this.#drawn, area, colour)
  }
}

function tileAt(index: number): Rectangle {
  return {
    x: GAP + (index % COLUMNS) * (TILE_WIDTH + GAP),
    y: TOP + Math.floor(index / COLUMNS) * (TILE_HEIGHT + GAP),
    width: TILE_WIDTH,
    height: TILE_HEIGHT,
  }
}

function isIn({ x, y, width, height }: Rectangle, atX: number, atY: number): boolean {
  return atX >= x && atX < x + width && atY >= y && atY < y + height
}
