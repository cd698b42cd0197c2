import { PICTURE_HEIGHT, PICTURE_WIDTH } from '@coldkeep/contract/areas/screens'

export interface Place {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Of the crosshair, in pixels of the picture. */
const STEP = 4
const FINE_STEP = 1
/** A picture that is smaller is of no use. */
const LEAST_SCALE = 0.25

/** Where a click into a drawn picture is in the picture itself: whole pixels, within it. */
export function placeInPicture(offset: Place, drawn: Size): Place {
  return {
    x: within((offset.x / drawn.width) * PICTURE_WIDTH, PICTURE_WIDTH),
    y: within((offset.y / drawn.height) * PICTURE_HEIGHT, PICTURE_HEIGHT),
  }
}

/** The middle of a pixel of the picture on the screen that it was made of. */
export function placeOnScreen({ x, y }: Place, screen: Size): Place {
  return {
    x: within(((x + 0.5) / PICTURE_WIDTH) * screen.width, screen.width),
    y: within(((y + 0.5) / PICTURE_HEIGHT) * screen.height, screen.height),
  }
}

/** The crosshair after an arrow key; `null`: another key. */
export function movedBy(key: string, place: Place, isFine: boolean): Place | null {
  const step = isFine ? FINE_STEP : STEP
  const [right, down] =
    { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? []
  if (right === undefined || down === undefined) return null
  return {
    x: within(place.x + right * step, PICTURE_WIDTH),
    y: within(place.y + down * step, PICTURE_HEIGHT),
  }
}

/** How much larger the picture is drawn to fit: by a whole number where it grows, so that pixels stay sharp. */
export function fitScale({ width, height }: Size): number {
  const most = Math.min(width / PICTURE_WIDTH, height / PICTURE_HEIGHT)
  return most >= 1 ? Math.floor(most) : Math.max(most, LEAST_SCALE)
}

function within(value: number, size: number): number {
  return Math.min(Math.max(Math.floor(value), 0), Math.max(size - 1, 0))
}
