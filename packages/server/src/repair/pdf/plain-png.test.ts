import { expect, test } from 'vitest'
import { isPlainPng } from './plain-png'

/** Signature, header and chunks as PNG lays them out; checksums are not looked at. */
function png({ colour = 2, interlace = 0, before = [] as readonly string[] }): Buffer {
  const chunk = (type: string, data: readonly number[]) => {
    const bytes = Buffer.alloc(12 + data.length)
    bytes.writeUInt32BE(data.length, 0)
    bytes.write(type, 4, 'latin1')
    Buffer.from(data).copy(bytes, 8)
    return bytes
  }
  const header = [0, 0, 0, 1, 0, 0, 0, 1, 8, colour, 0, 0, interlace]
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [chunk('IHDR', header), ...before.map((type) => chunk(type, [1, 2, 3])), chunk('IDAT', [9])]
  return Buffer.concat([signature, ...chunks, chunk('IEND', [])])
}

test('grey, colour and palettes go into a document as they lie', () => {
  for (const colour of [0, 2, 3]) expect(isPlainPng(png({ colour, before: ['gAMA', 'PLTE'] }))).toBe(true)
})

test('transparency and interlacing, which would be decoded, do not', () => {
  expect(isPlainPng(png({ colour: 6 }))).toBe(false)
  expect(isPlainPng(png({ colour: 4 }))).toBe(false)
  expect(isPlainPng(png({ colour: 3, before: ['PLTE', 'tRNS'] }))).toBe(false)
  expect(isPlainPng(png({ interlace: 1 }))).toBe(false)
})

test('what is cut off or none at all does not', () => {
  expect(isPlainPng(Buffer.alloc(0))).toBe(false)
  expect(isPlainPng(png({}).subarray(0, 20))).toBe(false)
})
