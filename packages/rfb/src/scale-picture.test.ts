import { expect, test } from 'vitest'
import { scalePicture, smallPicture } from './scale-picture'

type Colour = readonly [number, number, number]

function picture(width: number, height: number, colour: (x: number, y: number) => Colour) {
  const bytes = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) bytes.set(colour(x, y), (y * width + x) * 4)
  }
  return { width, height, bytes }
}

const at = (pixels: Uint8Array, x: number, y: number) => [
  ...pixels.subarray((y * 384 + x) * 4, (y * 384 + x + 1) * 4),
]

test('a picture of the same size stays as it is, its fourth bytes are 255', () => {
  expect(smallPicture).toEqual({ width: 384, height: 256 })
  const scaled = scalePicture(picture(384, 256, (x, y) => [x & 255, y, 7]))
  expect(scaled).toHaveLength(384 * 256 * 4)
  expect(at(scaled, 0, 0)).toEqual([0, 0, 7, 255])
  expect(at(scaled, 383, 255)).toEqual([127, 255, 7, 255])
})

test('twice as large: four pixels become their mean', () => {
  const scaled = scalePicture(
    picture(768, 512, (x, y) => [x % 2 ? 100 : 0, y % 2 ? 201 : 0, x % 2 && y % 2 ? 40 : 0]),
  )
  // (0+100+0+100)/4, (0+0+201+201)/4 rounded up from 100.5, 40/4
  for (const [x, y] of [
    [0, 0],
    [383, 255],
    [100, 17],
  ] as const)
    expect(at(scaled, x, y)).toEqual([50, 101, 10, 255])
})

test('one and a half times as large: pixels at the edge count by their shares', () => {
  // columns 0 30 60 | 0 30 60 …: the first place covers 0 and half of 30, the second half of 30 and 60
  const scaled = scalePicture(picture(576, 384, (x, y) => [(x % 3) * 30, (y % 3) * 30, 255]))
  expect(at(scaled, 0, 0)).toEqual([10, 10, 255, 255])
  expect(at(scaled, 1, 0)).toEqual([50, 10, 255, 255])
  expect(at(scaled, 382, 255)).toEqual([10, 50, 255, 255])
})

test('a smaller screen is enlarged', () => {
  const scaled = scalePicture(picture(2, 1, (x) => [x * 200, 9, 1]))
  expect(at(scaled, 0, 0)).toEqual([0, 9, 1, 255])
  expect(at(scaled, 191, 255)).toEqual([0, 9, 1, 255])
  expect(at(scaled, 192, 0)).toEqual([200, 9, 1, 255])
  // a place over the edge of both, when it does not fall between two of them
  const three = scalePicture(picture(5, 3, (x) => [x === 1 ? 250 : 0, 0, 0]))
  // columns 76.8 to 153.6 show it: the place 76 has a fifth, the place 153 three fifths of it
  expect([75, 76, 77, 153, 154].map((x) => at(three, x, 10)[0])).toEqual([0, 50, 250, 150, 0])
})

test.each([
  [1280, 800],
  [3840, 2160],
  [1366, 768],
  [1, 1],
  [3840, 1],
  [383, 257],
])('the colour of a plain screen of %d × %d is kept', (width, height) => {
  const scaled = scalePicture(picture(width, height, () => [255, 254, 1]))
  for (let place = 0; place < scaled.length; place += 4) {
    if (scaled[place] !== 255 || scaled[place + 1] !== 254 || scaled[place + 2] !== 1) {
      expect([...scaled.subarray(place, place + 3)]).toEqual([255, 254, 1])
    }
  }
})

test('the mean of the whole screen is kept', () => {
  const source = picture(1366, 768, (x, y) => [(x * y) & 255, (x * 7 + y) & 255, x > 600 ? 255 : 0])
  const mean = (bytes: Uint8Array, colour: number) => {
    let sum = 0
    for (let place = colour; place < bytes.length; place += 4) sum += bytes[place]!
    return sum / (bytes.length / 4)
  }
  const scaled = scalePicture(source)
  for (const colour of [0, 1, 2]) expect(mean(scaled, colour)).toBeCloseTo(mean(source.bytes, colour), 0)
})
