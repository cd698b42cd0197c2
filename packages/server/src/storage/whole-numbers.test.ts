import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ByteReader, ByteWriter } from './byte-writer'
import { readWholes, writeWholes } from './whole-numbers'

function packed(numbers: readonly number[]): Uint8Array {
  const out = new ByteWriter()
  writeWholes(out, numbers)
  return out.bytes()
}

/** Numbers are followed by others: a column must end where the next begins. */
function back(numbers: readonly number[]): { numbers: number[]; next: number } {
  const reader = new ByteReader(Uint8Array.from([...packed(numbers), 77]))
  return { numbers: readWholes(reader, numbers.length), next: reader.byte() }
}

const LARGEST = 2 ** 51

describe('whole numbers', () => {
  test.each([
    ['small ones', fc.integer({ min: -40, max: 40 })],
    ['switches', fc.constantFrom(0, 1)],
    ['those that fit in 32 bits', fc.integer()],
    ['any', fc.integer({ min: -LARGEST, max: LARGEST })],
    [
      'a few large ones among small',
      fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 3 }) }, fc.integer()),
    ],
    ['both sides of what Rice takes', fc.constantFrom(0, 2 ** 30 - 1, 2 ** 30, 1 - 2 ** 30, -(2 ** 30))],
  ])('%s come back as they were', (_, number) => {
    fc.assert(
      fc.property(fc.array(number, { maxLength: 150 }), (numbers) => {
        expect(back(numbers)).toEqual({ numbers, next: 77 })
      }),
    )
  })

  test('what goes on evenly is a few bytes, however long', () => {
    // form; 240 in 2 bytes, once; 1000 times 0 in 1 + 2
    expect(packed(Array.from({ length: 1000 }, () => 240))).toHaveLength(1 + 2 + 2)
    // form; 0 once in 2; 59 steps of 60 000 in 3 + 1
    expect(packed(Array.from({ length: 60 }, (_, minute) => minute * 60_000))).toHaveLength(1 + 2 + 4)
  })

  test('noise of two tenths around a value takes three to four bits', () => {
    // -2 … 2, each as often: log2(5) = 2.3 bits at best
    const noise = Array.from({ length: 500 }, (_, i) => -200 + ((i * i * 7 + 3 * i) % 5) - 2)
    expect(packed(noise).length).toBeLessThan(500 * 0.5)
  })

  test('what is cut short or of an unknown form is refused', () => {
    const bytes = packed([1, 5, 2, 9, 4, 7, 1, 8])
    expect(() => readWholes(new ByteReader(bytes.subarray(0, bytes.length - 1)), 8)).toThrow(RangeError)
    expect(() => readWholes(new ByteReader(Uint8Array.of(3, 0)), 1)).toThrow('form 3')
    expect(() => readWholes(new ByteReader(Uint8Array.of(1, 0, 5)), 4)).toThrow(RangeError)
  })
})
