import { days, epochMs, minutes } from '@coldkeep/domain/time/instant'
import { afterEach, describe, expect, test } from 'vitest'
import { ManualTime } from '../testing/manual-time'
import { all, appendAndKill, cleanUp, gapsOf, newFolder, opened, START } from '../testing/outbox-rig'
import type { Encode, OutboxRow } from './outbox-row'

afterEach(cleanUp)

describe('limits', () => {
  test('above its size the oldest messages go, and events say which times and how many', async () => {
    const reported: OutboxRow[] = []
    const outbox = await opened(newFolder(), {
      limitBytes: 256 * 1024,
      onEvent: (row) => void reported.push(row),
    })
    for (let count = 0; count < 400; count++) {
      await outbox.append('readings', epochMs(START + count), () => new Uint8Array(1_000))
    }
    const left = all(outbox)
    expect(left.length).toBeGreaterThan(100)
    expect(left.length).toBeLessThan(260)
    expect(left.at(-1)?.at).toBe(START + 399)
    expect(left.map((row) => row.at)).toEqual(left.map((_, index) => left[0]!.at + index))
    const gaps = gapsOf(outbox)
    expect(gaps.every((gap) => gap.how === 'dropped')).toBe(true)
    expect(gaps.reduce((total, gap) => total + gap.count, 0)).toBe(400 - left.length)
    expect(gaps[0]?.from).toBe(START)
    expect(gaps.at(-1)?.to).toBe(left[0]!.at - 1)
    expect(reported.map((row) => row.sequence)).toEqual(
      outbox.oldestReports(1_000, () => true).map((row) => row.sequence),
    )
  })

  test('readings older than seven days are thinned to one per 15 min, then per hour, before any is dropped', async () => {
    const time = new ManualTime(START)
    // 256 kB hold about 230 cycles of 1 kB.
    const outbox = await opened(newFolder(), { time, limitBytes: 256 * 1024 })
    const cyclesOfADay = async (startMs: number) => {
      for (let minute = 0; minute < 24 * 60; minute += 5)
        await outbox.append('readings', epochMs(startMs + minutes(minute)), cycle(1))
    }
    await cyclesOfADay(START - days(10))
    await outbox.settled()
    const first = all(outbox)
    // Only as much as had to: the younger part of the day is whole.
    expect(first.length).toBeGreaterThan(90)
    expect(first.length).toBeLessThan(260)
    expect(new Set(gapsOf(outbox).map((gap) => gap.how))).toEqual(new Set(['one_per_15_min']))
    expect(distances(first).slice(0, 3)).toEqual([15, 15, 15])
    await cyclesOfADay(START - days(9))
    await cyclesOfADay(START - days(8))
    await outbox.settled()
    const second = all(outbox)
    expect(second[0]?.at).toBe(START - days(10))
    expect(distances(second).slice(0, 3)).toEqual([60, 60, 60])
    expect(gapsOf(outbox).some((gap) => gap.how === 'dropped')).toBe(false)
    // Young ones are never thinned: for them the oldest go.
    await cyclesOfADay(START - days(2))
    await outbox.settled()
    const young = all(outbox).filter((row) => row.at >= START - days(2))
    expect(new Set(distances(young))).toEqual(new Set([5]))
    expect(gapsOf(outbox).some((gap) => gap.how === 'dropped')).toBe(true)
    const given = gapsOf(outbox).reduce((total, gap) => total + gap.count, 0)
    expect(given + all(outbox).length).toBe(4 * 288)
  })

  test('thinning keeps cycles of each script, and asks no clock that may be wrong', async () => {
    const time = new ManualTime(START)
    let isClockTrusted = false
    const outbox = await opened(newFolder(), {
      time,
      limitBytes: 128 * 1024,
      isClockTrusted: () => isClockTrusted,
    })
    const old = START - days(20)
    for (let minute = 0; minute < 500; minute += 5) {
      await outbox.append('readings', epochMs(old + minutes(minute)), cycle(1))
      await outbox.append('readings', epochMs(old + minutes(minute)), cycle(2))
    }
    await outbox.settled()
    expect(new Set(gapsOf(outbox).map((gap) => gap.how))).toEqual(new Set(['dropped']))
    isClockTrusted = true
    await outbox.append('readings', epochMs(old + minutes(500)), cycle(1))
    await outbox.settled()
    for (let more = 0; more < 40; more++) await outbox.append('readings', START, cycle(3))
    await outbox.settled()
    const thinned = all(outbox)
      .slice(0, 12)
      .map((row) => [minuteOf(row) % 15, scriptOf(row)])
    expect(thinned.slice(2, 8)).toEqual([
      [0, 1],
      [0, 2],
      [0, 1],
      [0, 2],
      [0, 1],
      [0, 2],
    ])
  })

  test('events and results go only when no readings are left to go', async () => {
    const outbox = await opened(newFolder(), { limitBytes: 128 * 1024 })
    await outbox.append('event', START, () => new Uint8Array(1_000))
    for (let count = 0; count < 300; count++)
      await outbox.append('readings', START, () => new Uint8Array(1_000))
    await outbox.settled()
    expect(outbox.oldestReports(1, () => true)[0]?.sequence).toBe(1)
    for (let count = 0; count < 300; count++)
      await outbox.append('result', START, () => new Uint8Array(1_000))
    await outbox.settled()
    expect(all(outbox)).toEqual([])
    expect(outbox.oldestReports(1, () => true)[0]!.sequence).toBeGreaterThan(300)
    expect(outbox.waiting.count).toBeLessThan(120)
  })

  test('killed in the middle of thinning, each message is there or reported as lost exactly once', async () => {
    const folder = newFolder()
    for (let round = 0; round < 4; round++) {
      await appendAndKill(folder, 60 + 45 * round, ['1000000', '65536'])
      const outbox = await opened(folder, { time: new ManualTime(START), limitBytes: 64 * 1024 })
      const left = all(outbox)
      const reports = outbox.oldestReports(100_000, () => true)
      const given = gapsOf(outbox).reduce((total, gap) => total + gap.count, 0)
      const numbers = [...left, ...reports].map((row) => row.sequence)
      expect(new Set(numbers).size).toBe(numbers.length)
      const { sequence } = await outbox.append('event', START, () => new Uint8Array(1))
      expect(given).toBeGreaterThan(0)
      expect(left.length + given + reports.length).toBe(sequence - 1)
      await outbox.close()
    }
  })

  test('what is older than 90 days goes, unless the clock may be wrong', async () => {
    const time = new ManualTime(START)
    let isClockTrusted = false
    const outbox = await opened(newFolder(), { time, isClockTrusted: () => isClockTrusted })
    const append90 = () => outbox.append('readings', time.now(), () => new Uint8Array(10))
    await append90()
    await time.pass(days(90) + 1)
    await append90()
    await append90()
    expect(outbox.waiting.count).toBe(3)
    isClockTrusted = true
    await append90()
    await expect.poll(() => all(outbox).map((row) => row.sequence)).toEqual([2, 3, 4])
  })
})

/** A cycle of one script, a kilobyte long: a field that no one knows fills it up. */
function cycle(script: number): Encode {
  return (e, s) =>
    Buffer.from(JSON.stringify({ v: 1, e, s, t: 1, cfg: 1, r: [[script, 0, 1]], fill: 'x'.repeat(930) }))
}

function scriptOf(row: OutboxRow): number {
  return JSON.parse(Buffer.from(row.body).toString()).r[0][0]
}

function minuteOf(row: OutboxRow): number {
  return row.at / 60_000
}

/** Minutes from each row to the next. */
function distances(rows: readonly OutboxRow[]): number[] {
  return rows.slice(1).map((row, index) => minuteOf(row) - minuteOf(rows[index]!))
}
