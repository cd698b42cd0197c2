import { deflateRawSync } from 'node:zlib'
import { packMessage } from '@coldkeep/contract/mqtt/envelope'
import { upTopic } from '@coldkeep/contract/mqtt/topics'
import type { DeviceId, PointId, PointListId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type PointList, terminalPoints } from '@coldkeep/domain/intake/terminal-points'
import { hourOf } from '@coldkeep/domain/points/alive-minutes'
import { minuteBit } from '@coldkeep/domain/points/life-bits'
import { days, epochMs, minutes } from '@coldkeep/domain/time/instant'
import { describe, expect, test } from 'vitest'
import { prepareMessage, readIncoming } from './read-cycle'

const terminal = 'TB-0001' as TerminalId
const store = 7 as StoreId
const T = epochMs(Date.parse('2026-11-21T00:00:00Z'))
const list = (
  id: number,
  device: number,
  values: number[],
  counters: number[] = [],
  revisions: [number, number | null] = [1, null],
): PointList => ({
  pointListId: id as PointListId,
  deviceId: device as DeviceId,
  periodSeconds: 300,
  valuePoints: values as PointId[],
  counterPoints: counters as PointId[],
  firstRevision: revisions[0],
  lastRevision: revisions[1],
})
const lists = [list(1, 10, [100, 101]), list(2, 11, [110], [111])]

type Row = [number, number, number | null, number?]
function prepared(
  rows: Row[],
  over: object = {},
  options: { channel?: 'live' | 'back'; all?: PointList[] } = {},
) {
  const channel = options.channel ?? 'live'
  const bytes = packMessage({ v: 1, e: 'k3f9a1c2', s: 5, t: T, cfg: 1, r: rows, ...over })
  const message = { terminal, channel, topic: upTopic(terminal, channel), bytes, isKept: false }
  const points = terminalPoints(store, 'Asia/Taipei', options.all ?? lists, 1)
  return prepareMessage(message, readIncoming(bytes), points, epochMs(T + 900))
}
const plain = (scan: { values: Float32Array; counters: Float64Array; quality: Uint8Array | null }) => ({
  values: [...scan.values],
  counters: [...scan.counters],
  quality: scan.quality ? [...scan.quality] : null,
})

describe('a message becomes scans', () => {
  test('each device gets one scan in the order of its point list, whatever the order of the rows', () => {
    const { scans, receipt, problem } = prepared([
      [111, 0, 1234.567891],
      [101, 0, -20.5],
      [110, 3, 4],
      [100, 0, -21.5],
    ])
    expect(problem).toBeNull()
    expect(receipt).toEqual({ epoch: 'k3f9a1c2', sequence: 5, problem: null })
    expect(scans.map((scan) => [scan.deviceId, scan.pointListId, scan.at])).toEqual([
      [11, 2, T],
      [10, 1, T],
    ])
    expect(scans.map(plain)).toEqual([
      { values: [4], counters: [1234.567891], quality: null },
      { values: [-21.5, -20.5], counters: [], quality: null },
    ])
  })

  test('bad readings and points left out have no value but a quality', () => {
    const { scans } = prepared([
      [100, 0, null, 2],
      [110, 0, 3, 4],
    ])
    expect(scans.map(plain)).toEqual([
      { values: [Number.NaN, Number.NaN], counters: [], quality: [2, 1] },
      { values: [Number.NaN], counters: [Number.NaN], quality: [4, 1] },
    ])
  })

  test('an uncertain reading keeps its value, a good one without a value becomes a wrong format', () => {
    const { scans } = prepared([
      [100, 0, -0, 7],
      [101, 0, null],
    ])
    expect(scans.map(plain)).toEqual([{ values: [0, Number.NaN], counters: [], quality: [7, 4] }])
  })

  test('a value that does not fit its width is impossible, not infinite', () => {
    expect(prepared([[100, 0, 1e39]]).scans.map(plain)).toEqual([
      { values: [Number.NaN, Number.NaN], counters: [], quality: [5, 1] },
    ])
  })

  test('a foreign point is refused alone', () => {
    const { scans, receipt } = prepared([
      [100, 0, 1],
      [999, 0, 2],
    ])
    expect(scans).toHaveLength(1)
    expect(receipt?.problem).toBe('E_POINT')
  })

  test('lists of another revision do not count', () => {
    const all = [list(1, 10, [100], [], [1, 1]), list(3, 10, [100, 102], [], [2, null])]
    expect(prepared([[100, 0, 1]], { cfg: 1 }, { all }).scans[0]?.pointListId).toBe(1)
    expect(prepared([[102, 0, 1]], { cfg: 1 }, { all }).receipt?.problem).toBe('E_POINT')
  })

  test('a point that two scripts read goes where the rest of the message goes', () => {
    const all = [list(1, 10, [100, 101, 102]), list(2, 10, [100])]
    const fast = prepared([[100, 0, 1]], {}, { all })
    expect(fast.scans.map((scan) => scan.pointListId)).toEqual([2])
    const slow = prepared(
      [
        [100, 0, 1],
        [101, 0, 2],
      ],
      {},
      { all },
    )
    expect(slow.scans.map((scan) => [scan.pointListId, [...scan.values]])).toEqual([[1, [1, 2, Number.NaN]]])
  })
})

describe('what cannot be stored', () => {
  test.each([
    ['ten minutes and a second ahead', T + 900 + minutes(10) + 1],
    ['more than 400 days old', T + 900 - days(400) - 1],
  ])('a cycle %s is put aside whole, by name', (_, t) => {
    const { scans, receipt } = prepared([[100, 0, 1]], { t })
    expect(scans).toEqual([])
    expect(receipt).toEqual({ epoch: 'k3f9a1c2', sequence: 5, problem: 'E_TIME' })
  })

  test('a damaged message whose name can be read is named', () => {
    expect(prepared([[100, 0, 1]], { r: 'rows' }).receipt).toEqual({
      epoch: 'k3f9a1c2',
      sequence: 5,
      problem: 'E_FORM',
    })
    expect(prepared([], { v: 2 }).receipt?.problem).toBe('E_VERSION')
  })

  test.each([
    ['no JSON', Buffer.from('{"v":1,')],
    ['a bomb', Buffer.concat([Buffer.from([1]), deflateRawSync(Buffer.alloc(2_000_000, 0x20))])],
    ['nothing', Buffer.alloc(0)],
  ])('%s has no name', (_, bytes) => {
    expect(readIncoming(bytes)).toMatchObject({ ok: false, receipt: null })
  })
})

describe('signs of life', () => {
  test('a live message proves the minute of its stamp and of its arrival', () => {
    const life = prepared([], { t: T - 70_000 }).life
    expect(life).toEqual([
      { hourMs: hourOf(T) - 3_600_000, live: minuteBit(T - 70_000), reported: 0n },
      { hourMs: T, live: 1n, reported: 0n },
    ])
  })

  test('a heartbeat from the backlog is told, not seen', () => {
    expect(prepared([], { t: T - minutes(50) }, { channel: 'back' }).life).toEqual([
      { hourMs: T - 3_600_000, live: 0n, reported: 1n << 10n },
    ])
  })

  test('minute 59 fits in a signed 64-bit number', () => {
    expect(minuteBit(T + minutes(59))).toBe(1n << 59n)
  })
})
