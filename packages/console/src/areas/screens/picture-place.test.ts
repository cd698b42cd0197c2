import { expect, test } from 'vitest'
import { fitScale, movedBy, placeInPicture, placeOnScreen } from './picture-place'

test('a click into a picture that is drawn twice as large is at half of its offset', () => {
  expect(placeInPicture({ x: 200, y: 101 }, { width: 768, height: 512 })).toEqual({ x: 100, y: 50 })
})

test('the edge of a picture is still in it, and so is what a rounding puts beside it', () => {
  const drawn = { width: 340, height: 226.67 }
  expect(placeInPicture({ x: 340, y: 226.67 }, drawn)).toEqual({ x: 383, y: 255 })
  expect(placeInPicture({ x: -0.4, y: -0.4 }, drawn)).toEqual({ x: 0, y: 0 })
})

test('a place of the picture is scaled to the screen, each way by its own factor', () => {
  const screen = { width: 1280, height: 800 }
  // (96 + 0.5) / 384 × 1280 = 321.67, (64 + 0.5) / 256 × 800 = 201.56
  expect(placeOnScreen({ x: 96, y: 64 }, screen)).toEqual({ x: 321, y: 201 })
  expect(placeOnScreen({ x: 383, y: 255 }, screen)).toEqual({ x: 1278, y: 798 })
  expect(placeOnScreen({ x: 0, y: 0 }, { width: 384, height: 256 })).toEqual({ x: 0, y: 0 })
})

test('arrows move the crosshair by 4 pixels, with Shift by 1, and never out of the picture', () => {
  const middle = { x: 192, y: 128 }
  expect(movedBy('ArrowRight', middle, false)).toEqual({ x: 196, y: 128 })
  expect(movedBy('ArrowUp', middle, true)).toEqual({ x: 192, y: 127 })
  expect(movedBy('ArrowDown', { x: 3, y: 254 }, false)).toEqual({ x: 3, y: 255 })
  expect(movedBy('ArrowLeft', { x: 3, y: 0 }, false)).toEqual({ x: 0, y: 0 })
  expect(movedBy('a', middle, false)).toBeNull()
})

test('a picture grows by whole numbers and shrinks by any', () => {
  expect(fitScale({ width: 1000, height: 700 })).toBe(2)
  expect(fitScale({ width: 400, height: 2000 })).toBe(1)
  expect(fitScale({ width: 288, height: 2000 })).toBe(0.75)
})
