import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Framebuffer } from './framebuffer'
import type { Rectangle } from './rectangle'

/** Each pixel is a number in its red byte; a screen is written as its rows. */
function screenOf(rows: readonly (readonly number[])[]): Framebuffer {
  const framebuffer = new Framebuffer({ width: rows[0]!.length, height: rows.length })
  const pixels = Uint8Array.from(rows.flat().flatMap((red) => [red, 0, 0, 0]))
  framebuffer.setRectangle({ x: 0, y: 0, width: framebuffer.width, height: framebuffer.height }, pixels)
  return framebuffer
}

function redsOf({ width, height, bytes }: Framebuffer): number[][] {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => bytes[(y * width + x) * 4]!),
  )
}

const rectangle = (x: number, y: number, width: number, height: number): Rectangle => ({
  x,
  y,
  width,
  height,
})

test('a rectangle is set where it belongs, and its fourth bytes are 255', () => {
  const framebuffer = new Framebuffer({ width: 3, height: 2 })
  framebuffer.setRectangle(
    rectangle(1, 0, 2, 2),
    Uint8Array.of(1, 2, 3, 0, 4, 5, 6, 9, 7, 8, 9, 0, 10, 11, 12, 0),
  )
  const black = [0, 0, 0, 255]
  expect([...framebuffer.bytes]).toEqual([
    ...[...black, 1, 2, 3, 255, 4, 5, 6, 255],
    ...[...black, 7, 8, 9, 255, 10, 11, 12, 255],
  ])
  expect([...framebuffer.readRectangle(rectangle(2, 0, 1, 2))]).toEqual([4, 5, 6, 255, 10, 11, 12, 255])
})

test.each([
  ['right', rectangle(2, 0, 2, 1)],
  ['below', rectangle(0, 1, 1, 2)],
  ['far away', rectangle(65_535, 65_535, 1, 1)],
])('a rectangle that leaves the screen is refused: %s', (_, outside) => {
  const framebuffer = new Framebuffer({ width: 3, height: 2 })
  const fault = expect.objectContaining({ code: 'rectangle' })
  const pixels = new Uint8Array(outside.width * outside.height * 4)
  expect(() => framebuffer.setRectangle(outside, pixels)).toThrow(fault)
  expect(() => framebuffer.readRectangle(outside)).toThrow(fault)
  expect(() => framebuffer.copyRectangle(outside, 0, 0)).toThrow(fault)
  expect(() => framebuffer.copyRectangle({ ...outside, x: 0, y: 0 }, outside.x, outside.y)).toThrow(fault)
})

test('too few pixels for a rectangle are refused', () => {
  const framebuffer = new Framebuffer({ width: 3, height: 2 })
  expect(() => framebuffer.setRectangle(rectangle(0, 0, 2, 2), new Uint8Array(12))).toThrow(
    expect.objectContaining({ code: 'rectangle' }),
  )
})

test('a copy takes what was there before, in whatever direction it moves', () => {
  const side = fc.integer({ min: 1, max: 6 })
  fc.assert(
    fc.property(side, side, fc.array(fc.nat(5), { minLength: 6, maxLength: 6 }), (width, height, numbers) => {
      const rows = Array.from({ length: height }, (_, y) =>
        Array.from({ length: width }, (_, x) => 10 * (y + 1) + x),
      )
      const [w, h] = [1 + (numbers[0]! % width), 1 + (numbers[1]! % height)]
      const [x, fromX] = [numbers[2]!, numbers[3]!].map((number) => number % (width - w + 1)) as [
        number,
        number,
      ]
      const [y, fromY] = [numbers[4]!, numbers[5]!].map((number) => number % (height - h + 1)) as [
        number,
        number,
      ]
      const framebuffer = screenOf(rows)
      framebuffer.copyRectangle(rectangle(x, y, w, h), fromX, fromY)
      const expected = rows.map((row) => [...row])
      for (let dy = 0; dy < h; dy++) {
        for (let dx = 0; dx < w; dx++) expected[y + dy]![x + dx] = rows[fromY + dy]![fromX + dx]!
      }
      expect(redsOf(framebuffer)).toEqual(expected)
    }),
    { numRuns: 2000 },
  )
})

test('another size keeps what both have in common', () => {
  const framebuffer = screenOf([
    [1, 2, 3],
    [4, 5, 6],
  ])
  framebuffer.resize({ width: 2, height: 3 })
  expect(redsOf(framebuffer)).toEqual([
    [1, 2],
    [4, 5],
    [0, 0],
  ])
  expect([...framebuffer.bytes.subarray(-4)]).toEqual([0, 0, 0, 255])
})

test.each([
  [0, 1],
  [1, 0],
  [3841, 1],
  [1, 3841],
  [3840, 2161],
])('there is no screen of %d × %d', (width, height) => {
  const framebuffer = new Framebuffer({ width: 2, height: 2 })
  expect(() => framebuffer.resize({ width, height })).toThrow(expect.objectContaining({ code: 'screen' }))
  expect(framebuffer.width).toBe(2)
})

test('each reader has its own view of what changed', () => {
  const framebuffer = new Framebuffer({ width: 8, height: 8 })
  const [one, other] = [framebuffer.track(), framebuffer.track()]
  expect(one.take()).toEqual([rectangle(0, 0, 8, 8)])
  framebuffer.setRectangle(rectangle(1, 1, 1, 1), new Uint8Array(4))
  expect(one.take()).toEqual([rectangle(1, 1, 1, 1)])
  expect(one.isEmpty).toBe(true)
  expect(other.take()).toEqual([rectangle(0, 0, 8, 8)])
  framebuffer.copyRectangle(rectangle(2, 3, 4, 5), 0, 0)
  expect(other.take()).toEqual([rectangle(2, 3, 4, 5)])
  framebuffer.untrack(other)
  framebuffer.resize({ width: 4, height: 4 })
  expect(one.take()).toEqual([rectangle(0, 0, 4, 4)])
  expect(other.isEmpty).toBe(true)
})
