import type { MarkPoint } from '@coldkeep/domain/help-desk/mark'

/** Shares of the longer side that a key moves the crosshair by. */
const STEP = 1 / 50
const FINE_STEP = 1 / 400

const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export interface KeyGround {
  readonly width: number
  readonly height: number
  readonly isFine: boolean
}

/** Where a key leads to from a place of a picture, in its pixels; `null`: it is no key that moves. */
export function keyStep(
  key: string,
  [x, y]: MarkPoint,
  { width, height, isFine }: KeyGround,
): MarkPoint | null {
  const way = ways[key]
  if (way === undefined) return null
  const step = Math.max(1, Math.round(Math.max(width, height) * (isFine ? FINE_STEP : STEP)))
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value))
  return [within(x + way[0] * step, width), within(y + way[1] * step, height)]
}
