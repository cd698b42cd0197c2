import { expect, test } from 'vitest'
import { keyStep } from './key-step'
import { thinned } from './use-drawing'

const ground = { width: 1_000, height: 500, isFine: false }

test('arrow keys move by a fiftieth of the longer side, finely by a few pixels, and stop at the edges', () => {
  expect(keyStep('ArrowRight', [500, 250], ground)).toEqual([520, 250])
  expect(keyStep('ArrowUp', [500, 250], { ...ground, isFine: true })).toEqual([500, 247])
  expect(keyStep('ArrowDown', [500, 495], ground)).toEqual([500, 500])
  expect(keyStep('ArrowLeft', [7, 250], ground)).toEqual([0, 250])
  expect(keyStep('Enter', [7, 250], ground)).toBeNull()
})

test('a line that is too long for the service keeps its ends', () => {
  const line = Array.from({ length: 1_001 }, (_, place) => [place, 0] as const)
  const kept = thinned(line)
  expect(kept.length).toBeLessThanOrEqual(400)
  expect([kept[0], kept.at(-1)]).toEqual([
    [0, 0],
    [1_000, 0],
  ])
  expect(thinned(line.slice(0, 400))).toHaveLength(400)
})
