import { expect, test } from 'vitest'
import type { Block } from './recorded-blocks'
import { makeReplay, pieceAt } from './replay'

const block = (name: number, atMs: number): Block => ({ bytes: Uint8Array.of(name), atMs })
const recorded: Readonly<Record<number, readonly Block[]>> = {
  1: [block(10, 0), block(11, 0), block(12, 400), block(13, 900)],
  2: [block(20, 30_000), block(21, 30_000), block(22, 31_000)],
}
const pieces = [
  { number: 1, fromMs: 0, toMs: 900 },
  { number: 2, fromMs: 30_000, toMs: 31_000 },
]

function replayed(load = async (number: number) => recorded[number] ?? null) {
  const fed: number[] = []
  const { show } = makeReplay({ pieces, load, feed: ([name]) => fed.push(name ?? -1) })
  return { show, fed: () => fed.splice(0) }
}

test('time that goes on brings what happened since', async () => {
  const { show, fed } = replayed()
  await show(0)
  expect(fed()).toEqual([10, 11])
  await show(399)
  expect(fed()).toEqual([])
  await show(900)
  expect(fed()).toEqual([12, 13])
})

test('back within a piece it begins again, as does another piece', async () => {
  const { show, fed } = replayed()
  await show(31_000)
  expect(fed()).toEqual([20, 21, 22])
  await show(30_500)
  expect(fed()).toEqual([20, 21])
  await show(500)
  expect(fed()).toEqual([10, 11, 12])
})

test('a piece that is still loaded when another time is asked for shows nothing', async () => {
  let arrive: (blocks: readonly Block[]) => void = () => {}
  const late = new Promise<readonly Block[]>((resolve) => {
    arrive = resolve
  })
  const { show, fed } = replayed(async (number) => (number === 1 ? late : (recorded[number] ?? null)))
  const first = show(0)
  await show(30_000)
  arrive(recorded[1] ?? [])
  await first
  expect(fed()).toEqual([20, 21])
})

test('a piece that is not what it should be is not shown', async () => {
  const { show, fed } = replayed(async () => null)
  expect(await show(0)).toBe(false)
  expect(fed()).toEqual([])
})

test('before its first piece a recording shows that, after its last one that', () => {
  expect(pieceAt(pieces, -1)?.number).toBe(1)
  expect(pieceAt(pieces, 29_999)?.number).toBe(1)
  expect(pieceAt(pieces, 99_000)?.number).toBe(2)
  expect(pieceAt([], 0)).toBeUndefined()
})
