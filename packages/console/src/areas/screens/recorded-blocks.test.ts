import { expect, test } from 'vitest'
import { countUntil, playerPrefix, readBlocks } from './recorded-blocks'

const bytesOf = (hex: string) => {
  const pairs = hex.replaceAll(' ', '').match(/../g) ?? []
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)).buffer as ArrayBuffer
}

test('blocks have their length before them, are filled up to four bytes, and have their time after them', () => {
  const blocks = readBlocks(bytesOf('00000005 0102030405 000000 000003e8  00000004 0a0b0c0d 00010000'))
  expect(blocks?.map(({ bytes, atMs }) => [[...bytes], atMs])).toEqual([
    [[1, 2, 3, 4, 5], 1_000],
    [[10, 11, 12, 13], 65_536],
  ])
})

test('times are without a sign, up to 49 days', () => {
  expect(readBlocks(bytesOf('00000000 ffffffff'))).toEqual([
    { bytes: new Uint8Array(new ArrayBuffer(8), 4, 0), atMs: 4_294_967_295 },
  ])
})

test('a piece that is cut off anywhere is none', () => {
  const whole = '00000005 0102030405 000000 000003e8'.replaceAll(' ', '')
  expect(readBlocks(bytesOf(whole))).toHaveLength(1)
  for (let length = 2; length < whole.length; length += 2) {
    expect(readBlocks(bytesOf(whole.slice(0, length))), `${length / 2} bytes`).toBeNull()
  }
  // a length that reaches beyond all that is there
  expect(readBlocks(bytesOf('ffffffff 00000000'))).toBeNull()
  expect(readBlocks(new ArrayBuffer(0))).toEqual([])
})

test('a piece is shown from its beginning on, whatever time is looked for', () => {
  const bytes = new Uint8Array(0)
  const blocks = [1_000, 1_000, 1_500, 2_000].map((atMs) => ({ bytes, atMs }))
  expect(countUntil(blocks, 0)).toBe(2)
  expect(countUntil(blocks, 1_499)).toBe(2)
  expect(countUntil(blocks, 1_500)).toBe(3)
  expect(countUntil(blocks, 9_000)).toBe(4)
})

test('a player is given the version, no security, and the screen with its format', () => {
  const hex = [...playerPrefix({ width: 1280, height: 800 })]
    .map((one) => one.toString(16).padStart(2, '0'))
    .join('')
  expect(hex).toBe(
    ['524642203030332e3030330a', '00000001', '05000320', '20180001', '00ff00ff00ff', '000810', '000000']
      .concat('00000000')
      .join(''),
  )
})
