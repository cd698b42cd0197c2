/** A part of a screen in pixels, from its top left corner. */
export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface ScreenSize {
  readonly width: number
  readonly height: number
}

/** What is read, kept and sent: 4K, upright too. */
const MAX_SIDE = 3840
export const MAX_SCREEN_PIXELS = 3840 * 2160

export function isScreenSize({ width, height }: ScreenSize): boolean {
  return (
    Math.min(width, height) >= 1 && Math.max(width, height) <= MAX_SIDE && width * height <= MAX_SCREEN_PIXELS
  )
}

export function wholeOf({ width, height }: ScreenSize): Rectangle {
  return { x: 0, y: 0, width, height }
}

export function areaOf({ width, height }: ScreenSize): number {
  return width * height
}

export function isWithin(inner: Rectangle, outer: Rectangle): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

/** The smallest rectangle around two others. */
export function around(one: Rectangle, other: Rectangle): Rectangle {
  const x = Math.min(one.x, other.x)
  const y = Math.min(one.y, other.y)
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  }
}

/** What two rectangles have in common; null when that is nothing. */
export function common(one: Rectangle, other: Rectangle): Rectangle | null {
  const x = Math.max(one.x, other.x)
  const y = Math.max(one.y, other.y)
  const width = Math.min(one.x + one.width, other.x + other.width) - x
  const height = Math.min(one.y + one.height, other.y + other.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}
