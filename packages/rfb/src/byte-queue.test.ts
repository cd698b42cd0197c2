import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteQueue } from './byte-queue'

test('bytes come out in their order, however they were added and are taken', () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 9000 }), { maxLength: 12 })
  const counts = fc.array(fc.nat(12_000), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(chunks, counts, (added, taken) => {
      const queue = new ByteQueue(1_000_000)
      const received: number[] = []
      for (const [turn, chunk] of added.entries()) {
        queue.add(chunk)
        received.push(...(queue.take(taken[turn % taken.length]!) ?? []))
      }
      received.push(...queue.take(queue.length)!)
      expect(received).toEqual(added.flatMap((chunk) => [...chunk]))
    }),
  )
})

test('what is not there yet is not taken, and looking ahead takes nothing', () => {
  const queue = new ByteQueue(10)
  queue.add(Uint8Array.of(1, 2, 3))
  expect(queue.take(4)).toBeNull()
  expect(queue.peek(2)).toEqual(Buffer.of(1, 2))
  expect(queue.length).toBe(3)
  expect(queue.take(3)).toEqual(Buffer.of(1, 2, 3))
  expect(queue.take(1)).toBeNull()
})

test('more than may be held is refused, and taking makes room', () => {
  const queue = new ByteQueue(4)
  queue.add(Uint8Array.of(1, 2, 3))
  expect(() => queue.add(Uint8Array.of(4, 5))).toThrow(expect.objectContaining({ code: 'length' }))
  expect(queue.length).toBe(3)
  queue.take(1)
  queue.add(Uint8Array.of(4, 5))
  expect(queue.take(4)).toEqual(Buffer.of(2, 3, 4, 5))
})

test('what was added and what was taken belong to whom they were given', () => {
  const queue = new ByteQueue(10)
  const chunk = Uint8Array.of(1, 2)
  queue.add(chunk)
  chunk.fill(9)
  const taken = queue.take(2)
  queue.add(Uint8Array.of(7, 7))
  expect(taken).toEqual(Buffer.of(1, 2))
})
