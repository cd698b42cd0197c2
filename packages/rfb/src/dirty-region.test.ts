import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DirtyRegion } from './dirty-region'
import type { Rectangle } from './rectangle'

const rectangle = (x: number, y: number, width: number, height: number): Rectangle => ({
  x,
  y,
  width,
  height,
})

function regionOf(...added: readonly Rectangle[]): readonly Rectangle[] {
  const region = new DirtyRegion()
  for (const one of added) region.add(one)
  return region.take()
}

test('neighbours become one, what is far apart stays apart', () => {
  expect(regionOf(rectangle(0, 0, 4, 4), rectangle(4, 0, 4, 4))).toEqual([rectangle(0, 0, 8, 4)])
  expect(regionOf(rectangle(0, 0, 4, 4), rectangle(5, 0, 4, 4))).toHaveLength(2)
  expect(regionOf(rectangle(2, 2, 1, 1), rectangle(0, 0, 4, 4))).toEqual([rectangle(0, 0, 4, 4)])
  expect(regionOf(rectangle(0, 0, 4, 4), rectangle(2, 2, 1, 1))).toEqual([rectangle(0, 0, 4, 4)])
})

test('one that closes a gap joins both of its sides', () => {
  expect(regionOf(rectangle(0, 0, 2, 2), rectangle(4, 0, 2, 2), rectangle(2, 0, 2, 2))).toEqual([
    rectangle(0, 0, 6, 2),
  ])
})

test('what has no pixels is no change', () => {
  expect(regionOf(rectangle(1, 1, 0, 5), rectangle(1, 1, 5, 0))).toEqual([])
})

test('32 rectangles stay, the next one makes them one around all', () => {
  const spots = Array.from({ length: 33 }, (_, index) => rectangle(10 * index, 7 * index, 1, 1))
  expect(regionOf(...spots.slice(0, 32))).toHaveLength(32)
  expect(regionOf(...spots)).toEqual([rectangle(0, 0, 321, 225)])
})

test('what is outside of a part is left out', () => {
  const region = new DirtyRegion()
  region.add(rectangle(0, 0, 4, 4))
  region.add(rectangle(20, 20, 4, 4))
  region.clip(rectangle(0, 0, 3, 10))
  expect(region.take()).toEqual([rectangle(0, 0, 3, 4)])
})

test('whatever changes is covered, within the bounds of it all, by few rectangles', () => {
  const part = fc.record({
    x: fc.nat(60),
    y: fc.nat(60),
    width: fc.integer({ min: 1, max: 20 }),
    height: fc.integer({ min: 1, max: 20 }),
  })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 80 }), (changes) => {
      const region = regionOf(...changes)
      expect(region.length).toBeLessThanOrEqual(32)
      const isIn = (x: number, y: number) => (one: Rectangle) =>
        x >= one.x && y >= one.y && x < one.x + one.width && y < one.y + one.height
      for (const { x, y, width, height } of changes) {
        for (const [cx, cy] of [
          [x, y],
          [x + width - 1, y],
          [x, y + height - 1],
          [x + width - 1, y + height - 1],
        ] as const) {
          expect(region.some(isIn(cx, cy))).toBe(true)
        }
      }
      const right = Math.max(...changes.map(({ x, width }) => x + width))
      expect(Math.max(...region.map(({ x, width }) => x + width))).toBe(right)
    }),
    { numRuns: 1000 },
  )
})
