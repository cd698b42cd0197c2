import type { PointId } from '@coldkeep/domain/ids'
import { quality } from '@coldkeep/domain/points/reading'
import { epochMs } from '@coldkeep/domain/time/instant'
import { describe, expect, test } from 'vitest'
import { acknowledgement, toRanges } from './acknowledgement'
import { packMessage, readMessage } from './envelope'
import { type Cycle, qualityOf, readingsMessage, readReadings, writeReadings } from './readings'

const cycle: Cycle = {
  epoch: 'k3f9a1c2',
  sequence: 991_234,
  at: epochMs(1_795_216_800_000),
  revision: 17,
  readings: [
    { pointId: 1000 as PointId, at: epochMs(1_795_216_800_000), value: -21.4, quality: quality.good },
    { pointId: 1002 as PointId, at: epochMs(1_795_216_800_013), value: null, quality: quality.timeout },
  ],
}

describe('readings message', () => {
  test('a cycle is written as the rows that the protocol describes', () => {
    expect(JSON.parse(JSON.stringify(writeReadings(cycle)))).toEqual({
      v: 1,
      e: 'k3f9a1c2',
      s: 991234,
      t: 1795216800000,
      cfg: 17,
      r: [
        [1000, 0, -21.4],
        [1002, 13, null, 1],
      ],
    })
  })

  test('a cycle survives the wire', () => {
    const read = readMessage(readingsMessage, packMessage(writeReadings(cycle)))
    const { readings: _, ...head } = cycle
    const rows = [
      [1000, 0, -21.4],
      [1002, 13, null, 1],
    ]
    expect(read.ok && readReadings(read.value)).toEqual({ ...head, rows })
  })

  test('a row that says nothing of its quality is good', () => {
    expect(qualityOf([1000, 0, -21.4])).toBe(quality.good)
    expect(qualityOf([1002, 13, null, 1])).toBe(quality.timeout)
  })

  test.each([
    ['an unknown quality', [1000, 0, 1, 8]],
    ['a point that is no number', ['a', 0, 1]],
    ['a value that is text', [1000, 0, 'warm']],
    ['a time more than a day away', [1000, 86_400_001, 1]],
  ])('%s makes the message malformed', (_, row) => {
    const message = { ...writeReadings(cycle), r: [row] }
    expect(readMessage(readingsMessage, packMessage(message))).toEqual({ ok: false, problem: 'E_FORM' })
  })

  test('2001 rows are too many', () => {
    const message = { ...writeReadings(cycle), r: Array.from({ length: 2001 }, (_, i) => [i + 1, 0, 0]) }
    expect(readMessage(readingsMessage, packMessage(message))).toEqual({ ok: false, problem: 'E_FORM' })
  })
})

describe('acknowledgement', () => {
  test('running numbers join to ranges, whatever their order', () => {
    expect(toRanges([9, 4, 3, 5, 4, 12, 13])).toEqual([
      [3, 5],
      [9, 9],
      [12, 13],
    ])
    expect(toRanges([])).toEqual([])
  })

  test('a reason outside the list is refused', () => {
    const message = { v: 1, e: 'k3f9a1c2', s: [[1, 2]], bad: [[3, 'E_WHY']], now: 0, g: 0, gx: 0 }
    expect(readMessage(acknowledgement, packMessage(message)).ok).toBe(false)
  })
})
