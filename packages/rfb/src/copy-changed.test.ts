import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyChanged } from './copy-changed'
import { Framebuffer } from './framebuffer'
import { wholeOf } from './rectangle'

const SIZE = { width: 200, height: 40 }
const dot = (screen: Framebuffer, x: number, y: number) =>
  screen.setRectangle({ x, y, width: 1, height: 1 }, Uint8Array.of(255, 255, 255, 255))

test('nothing is other where all was drawn again as it was', () => {
  const [screen, copy] = [new Framebuffer(SIZE), new Framebuffer(SIZE)]
  expect(copyChanged(screen, copy, [wholeOf(screen)])).toEqual([])
})

test('one dot is its tile of 64 × 16, and of the last tiles what is on the screen', () => {
  const [screen, copy] = [new Framebuffer(SIZE), new Framebuffer(SIZE)]
  dot(screen, 70, 3)
  dot(screen, 199, 39)
  expect(copyChanged(screen, copy, [wholeOf(screen)])).toEqual([
    { x: 64, y: 0, width: 64, height: 16 },
    { x: 192, y: 32, width: 8, height: 8 },
  ])
  expect(Buffer.from(copy.bytes).equals(Buffer.from(screen.bytes))).toBe(true)
})

test('tiles beside each other are one rectangle; what is not within is left as it was', () => {
  const [screen, copy] = [new Framebuffer(SIZE), new Framebuffer(SIZE)]
  for (const x of [0, 70, 140]) dot(screen, x, 20)
  dot(screen, 10, 39)
  const within = [{ x: 5, y: 17, width: 100, height: 2 }]
  expect(copyChanged(screen, copy, within)).toEqual([{ x: 0, y: 16, width: 128, height: 16 }])
  expect(copy.words[39 * 200 + 10]).toBe(0xff000000)
})

test('whatever was drawn, the copy is the screen then, and all changes are within what is said', () => {
  const drawn = fc.array(fc.tuple(fc.nat(199), fc.nat(39)), { maxLength: 30 })
  fc.assert(
    fc.property(drawn, (dots) => {
      const [screen, copy] = [new Framebuffer(SIZE), new Framebuffer(SIZE)]
      const region = screen.track()
      region.take()
      for (const [x, y] of dots) dot(screen, x, y)
      const changed = copyChanged(screen, copy, region.take())
      expect(Buffer.from(copy.bytes).equals(Buffer.from(screen.bytes))).toBe(true)
      for (const [x, y] of dots)
        expect(
          changed.some((one) => x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height),
        ).toBe(true)
    }),
  )
})
