import type { CameraMask } from '@coldkeep/contract/mqtt/camera-settings'

/** Red, green, blue and one more byte for each pixel, row by row. */
export interface Pixels {
  readonly data: Uint8Array | Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** A JPEG without chroma subsampling codes squares of so many pixels. */
const BLOCK = 8
const COLOUR = [96, 96, 96, 255] as const

/**
 * Fills polygons in. Every square that a JPEG codes as one is filled whole where a polygon touches it: else what is beside a
 * mask would bleed into it, and a mask that cut through a square would not be of one colour when it is drawn.
 */
export function maskPicture({ data, width, height }: Pixels, masks: readonly CameraMask[]): void {
  for (const mask of masks) {
    const corners = mask.map(([x, y]): Corner => [x * width, y * height])
    for (let top = 0; top < height; top += BLOCK)
      for (let left = 0; left < width; left += BLOCK) {
        const right = Math.min(width, left + BLOCK)
        const bottom = Math.min(height, top + BLOCK)
        if (!touches(corners, { left, top, right, bottom })) continue
        for (let y = top; y < bottom; y++)
          for (let x = left; x < right; x++) data.set(COLOUR, (y * width + x) * COLOUR.length)
      }
  }
}

type Corner = readonly [x: number, y: number]
interface Square {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A polygon and a square meet where an edge crosses the square or begins in it, or the square lies inside. */
function touches(corners: readonly Corner[], square: Square): boolean {
  const isEdgeIn = corners.some((from, index) =>
    crosses(from, corners[(index + 1) % corners.length] ?? from, square),
  )
  return isEdgeIn || isInside(corners, (square.left + square.right) / 2, (square.top + square.bottom) / 2)
}

/** Whether any of a line is in a square (Liang and Barsky). */
function crosses([fromX, fromY]: Corner, [toX, toY]: Corner, { left, top, right, bottom }: Square): boolean {
  const [alongX, alongY] = [toX - fromX, toY - fromY]
  let [first, last] = [0, 1]
  const limits = [
    [-alongX, fromX - left],
    [alongX, right - fromX],
    [-alongY, fromY - top],
    [alongY, bottom - fromY],
  ] as const
  for (const [slope, room] of limits) {
    if (slope === 0) {
      if (room < 0) return false
      continue
    }
    const at = room / slope
    if (slope < 0) first = Math.max(first, at)
    else last = Math.min(last, at)
  }
  return first <= last
}

/** By how many edges a ray to the right meets: odd is inside. */
function isInside(corners: readonly Corner[], x: number, y: number): boolean {
  let isIn = false
  for (const [index, [fromX, fromY]] of corners.entries()) {
    const [toX, toY] = corners[(index + 1) % corners.length] ?? [fromX, fromY]
    if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) isIn = !isIn
  }
  return isIn
}
