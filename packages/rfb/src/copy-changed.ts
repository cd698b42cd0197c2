import type { Framebuffer } from './framebuffer'
import { common, type Rectangle, wholeOf } from './rectangle'

/** Small enough for a line of text, large enough that its header costs little. */
const TILE_WIDTH = 64
const TILE_HEIGHT = 16

/**
 * Brings a copy of a screen up to date, and says what was other there: servers may send pixels that did not change, and what
 * is drawn anew is mostly what was there.
 * @param within where to look, on the screen
 * @param copy as large as the screen
 * @returns whole tiles, those beside each other as one
 */
export function copyChanged(
  screen: Framebuffer,
  copy: Framebuffer,
  within: readonly Rectangle[],
): Rectangle[] {
  const looked = new Set<number>()
  const columns = Math.ceil(screen.width / TILE_WIDTH)
  const changed: Rectangle[] = []
  for (const part of within) {
    const bottom = Math.ceil((part.y + part.height) / TILE_HEIGHT)
    const right = Math.ceil((part.x + part.width) / TILE_WIDTH)
    for (let row = Math.floor(part.y / TILE_HEIGHT); row < bottom; row++)
      for (let column = Math.floor(part.x / TILE_WIDTH); column < right; column++) {
        const place = row * columns + column
        if (looked.has(place)) continue
        looked.add(place)
        const tile = common(
          { x: column * TILE_WIDTH, y: row * TILE_HEIGHT, width: TILE_WIDTH, height: TILE_HEIGHT },
          wholeOf(screen),
        )
        if (tile !== null && copyTile(screen, copy, tile)) addTo(changed, tile)
      }
  }
  return changed
}

/** @returns false where it was the same */
function copyTile(screen: Framebuffer, copy: Framebuffer, { x, y, width, height }: Rectangle): boolean {
  let isOther = false
  for (let row = y; row < y + height; row++) {
    const start = row * screen.width + x
    for (let at = start; at < start + width; at++) {
      if (screen.words[at] === copy.words[at]) continue
      isOther = true
      copy.words.set(screen.words.subarray(at, start + width), at)
      break
    }
  }
  return isOther
}

function addTo(changed: Rectangle[], tile: Rectangle): void {
  const last = changed.at(-1)
  const isNext =
    last !== undefined && last.y === tile.y && last.x + last.width === tile.x && last.height === tile.height
  if (isNext) changed[changed.length - 1] = { ...last, width: last.width + tile.width }
  else changed.push(tile)
}
