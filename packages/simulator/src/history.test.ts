import { quality } from '@coldkeep/domain/points/reading'
import { describe, expect, test } from 'vitest'
import type { FaultLabel } from './faults'
import { type Fleet, valuePoints } from './fleet/fleet'
import { makeFleet } from './fleet/make-fleet'
import { generateHistory, type HistoryBlock, type HistoryPart, type HistoryRequest } from './history'
import { advanceStore, startStore } from './store-run'
import { modelFiles } from './testing/model-files'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const nowMs = Date.parse('2026-11-21T02:00:00Z')
const healthy = makeFleet({ seed: 5, storeCount: 3, nowMs, models: modelFiles(), withFaults: false })

function withFaults(fleet: Fleet, storeIndex: number, faults: FaultLabel[]): Fleet {
  const stores = fleet.stores.map((s) => (s.index === storeIndex ? { ...s, faults, lostPollShare: 0 } : s))
  return { ...fleet, stores }
}

function collect(request: HistoryRequest) {
  const parts: HistoryPart[] = [...generateHistory(request)]
  return {
    blocks: parts.flatMap((part) => (part.kind === 'block' ? [part.block] : [])),
    ends: new Map(parts.flatMap((part) => (part.kind === 'store' ? [[part.storeIndex, part] as const] : []))),
  }
}

/** One column of one device over all blocks of a store. */
function column(
  blocks: readonly HistoryBlock[],
  storeIndex: number,
  deviceIndex: number,
  at: number,
  of: number,
) {
  return blocks
    .filter((block) => block.storeIndex === storeIndex)
    .flatMap((block) => {
      const values = block.devices[deviceIndex]!.values
      return Array.from(values.filter((_, cell) => cell % of === at))
    })
}

function meterOf(fleet: Fleet, storeIndex: number): number {
  return fleet.stores[storeIndex]!.devices.findIndex((device) => device.type === 'main_meter')
}

describe('history', () => {
  const fromMs = nowMs - DAY_MS
  const whole = collect({ fleet: healthy, fromMs, toMs: nowMs })

  test('is the same again from the same seed', () => {
    expect(collect({ fleet: healthy, fromMs, toMs: nowMs })).toEqual(whole)
  })

  test('has one row per device and cycle, each store at its own second of the cycle', () => {
    for (const block of whole.blocks) {
      const offset = healthy.stores[block.storeIndex]!.cycleOffsetMs
      for (const device of block.devices) for (const at of device.at) expect((at - offset) % 300_000).toBe(0)
    }
    for (const store of healthy.stores) {
      const rows = whole.blocks
        .filter((b) => b.storeIndex === store.index)
        .map((b) => b.devices[0]!.at.length)
      expect(rows.reduce((a, b) => a + b, 0)).toBe(288)
    }
    expect(new Set(healthy.stores.map((s) => s.cycleOffsetMs)).size).toBe(3)
  })

  test('ends its blocks at whole days and loses nothing at their borders', () => {
    const borders = whole.blocks.filter((b) => b.storeIndex === 0).map((b) => b.toMs)
    expect(borders).toEqual([Date.parse('2026-11-21T00:00:00Z'), nowMs])
    const hourly = collect({ fleet: healthy, fromMs, toMs: nowMs, blockMs: HOUR_MS })
    for (let device = 0; device < 9; device++) {
      const points = valuePoints(healthy.stores[0]!.devices[device]!).length
      expect(column(hourly.blocks, 0, device, 0, points)).toEqual(column(whole.blocks, 0, device, 0, points))
    }
  })

  test('made in two pieces is the same as made in one', () => {
    const middle = nowMs - 7 * HOUR_MS
    const first = collect({ fleet: healthy, fromMs, toMs: middle })
    const resumeFrom = new Map([...first.ends].map(([index, end]) => [index, end.saved]))
    const second = collect({ fleet: healthy, fromMs: middle, toMs: nowMs, resumeFrom })
    const joined = [...first.blocks, ...second.blocks]
    for (const store of healthy.stores) {
      for (const [index, device] of store.devices.entries()) {
        const points = valuePoints(device).length
        for (let point = 0; point < points; point++) {
          const expected = column(whole.blocks, store.index, index, point, points)
          expect(column(joined, store.index, index, point, points)).toEqual(expected)
        }
      }
    }
    expect(second.ends.get(0)!.saved).toEqual(whole.ends.get(0)!.saved)
  })

  test('survives being saved as text in between', () => {
    const middle = nowMs - 7 * HOUR_MS
    const first = collect({ fleet: healthy, fromMs, toMs: middle, storeIndexes: [1] })
    const text = JSON.stringify(first.ends.get(1)!.saved)
    const resumeFrom = new Map([[1, JSON.parse(text)]])
    const second = collect({ fleet: healthy, fromMs: middle, toMs: nowMs, resumeFrom, storeIndexes: [1] })
    expect(second.ends.get(1)!.saved).toEqual(whole.ends.get(1)!.saved)
  })

  test('goes on from where it ended when the same cycle was already made', () => {
    const again = collect({
      fleet: healthy,
      fromMs: nowMs - HOUR_MS,
      toMs: nowMs,
      storeIndexes: [0],
      resumeFrom: new Map([[0, whole.ends.get(0)!.saved]]),
    })
    expect(again.blocks.flatMap((b) => Array.from(b.devices[0]!.at))).toEqual([])
  })
})

describe('older days made after the newer ones', () => {
  const borderMs = nowMs - DAY_MS
  const newer = collect({ fleet: healthy, fromMs: borderMs, toMs: nowMs })
  const endCounters = new Map([...newer.ends].map(([index, end]) => [index, end.startCounters]))
  const older = collect({ fleet: healthy, fromMs: borderMs - 2 * DAY_MS, toMs: borderMs, endCounters })

  test('bring the counters of the main meter to where the newer days begin, rising all the way', () => {
    for (const store of healthy.stores) {
      const device = meterOf(healthy, store.index)
      const counters = [...older.blocks, ...newer.blocks]
        .filter((block) => block.storeIndex === store.index)
        .flatMap((block) => Array.from(block.devices[device]!.counters).filter((_, cell) => cell % 2 === 0))
        .filter((value) => !Number.isNaN(value))
      expect(counters.length).toBeGreaterThan(850)
      for (let row = 1; row < counters.length; row++) {
        const step = counters[row]! - counters[row - 1]!
        expect(step).toBeGreaterThan(0)
        expect(step).toBeLessThan(8)
      }
    }
  })

  test('arrive at the state with which the newer days began, but for a compressor cycle', () => {
    for (const store of healthy.stores) {
      for (const [index, device] of store.devices.entries()) {
        if (device.physics.kind === 'meter') continue
        const air = valuePoints(device).findIndex((point) => point.kind === 'air_temperature')
        const points = valuePoints(device).length
        const before = column(older.blocks, store.index, index, air, points).at(-1)!
        const after = column(newer.blocks, store.index, index, air, points)[0]!
        expect(Math.abs(after - before), `${device.name}`).toBeLessThan(3.2)
      }
    }
  })

  test('two runs that start days apart meet: the same defrosts, the same food, mostly the same air', () => {
    const gaps: number[] = []
    for (const store of healthy.stores) {
      const late = startStore(healthy, store, nowMs)
      const early = startStore(healthy, store, nowMs - 3 * DAY_MS)
      advanceStore(early, nowMs)
      for (const [index, device] of late.devices.entries()) {
        const other = early.devices[index]!
        if (device.kind !== 'case' || other.kind !== 'case') continue
        expect(Math.abs(device.state.productC - other.state.productC)).toBeLessThan(0.15)
        expect(device.state.defrostPhase).toBe(other.state.defrostPhase)
        gaps.push(Math.abs(device.state.airC - other.state.airC))
      }
    }
    gaps.sort((a, b) => a - b)
    // Two unrelated runs in a band of 2 K are 0.6 K apart in the median.
    expect(gaps[Math.floor(gaps.length / 2)]).toBeLessThan(0.2)
  })
})

describe('faults in the history', () => {
  const fault = (label: Partial<FaultLabel> & Pick<FaultLabel, 'fault'>): FaultLabel => ({
    deviceIndex: null,
    startMs: nowMs - 6 * HOUR_MS,
    endMs: nowMs - 4 * HOUR_MS,
    rampDays: 0,
    severity: 1,
    ...label,
  })
  const lastDay = (faults: FaultLabel[]) =>
    collect({ fleet: withFaults(healthy, 0, faults), fromMs: nowMs - DAY_MS, toMs: nowMs, storeIndexes: [0] })
      .blocks

  test('a terminal off the line sends nothing and shows no life', () => {
    const blocks = lastDay([fault({ fault: 'terminal_offline' })])
    for (const device of blocks.flatMap((b) => b.devices))
      for (const at of device.at) expect(at < nowMs - 6 * HOUR_MS || at >= nowMs - 4 * HOUR_MS).toBe(true)
    const minutes = blocks.flatMap((b) => Array.from(b.alive))
    expect(minutes).toHaveLength(1440)
    expect(minutes.filter((alive) => alive === 0)).toHaveLength(120)
    expect(blocks.reduce((rows, b) => rows + b.devices[0]!.at.length, 0)).toBe(264)
  })

  test('a silent device has rows without values that say: no answer', () => {
    const blocks = lastDay([fault({ fault: 'device_silent', deviceIndex: 2 })])
    let silent = 0
    for (const block of blocks) {
      const rows = block.devices[2]!
      const width = rows.quality.length / rows.at.length
      for (const [row, at] of rows.at.entries()) {
        const isSilent = at >= nowMs - 6 * HOUR_MS && at < nowMs - 4 * HOUR_MS
        expect(rows.isGood[row]).toBe(isSilent ? 0 : 1)
        if (!isSilent) continue
        silent++
        for (let cell = 0; cell < width; cell++)
          expect(rows.quality[row * width + cell]).toBe(quality.timeout)
      }
    }
    expect(silent).toBe(24)
  })

  test('a garbled device loses about a fifth of its replies', () => {
    const blocks = lastDay([
      fault({ fault: 'device_garbled', deviceIndex: 1, startMs: nowMs - DAY_MS, endMs: null }),
    ])
    const good = blocks.flatMap((b) => Array.from(b.devices[1]!.isGood))
    const lost = good.filter((isGood) => isGood === 0).length / good.length
    expect(lost).toBeGreaterThan(0.13)
    expect(lost).toBeLessThan(0.27)
    const codes = new Set(blocks.flatMap((b) => Array.from(b.devices[1]!.quality)))
    expect(codes).toEqual(new Set<number>([quality.good, quality.malformed]))
  })

  test('a store with a poor line loses single polls, seldom two in a row, and stays alive', () => {
    const stores = healthy.stores.map((s) => ({ ...s, lostPollShare: 0.05 }))
    const { blocks } = collect({ fleet: { ...healthy, stores }, fromMs: nowMs - DAY_MS, toMs: nowMs })
    const good = blocks.flatMap((b) => b.devices.flatMap((d) => Array.from(d.isGood)))
    const share = good.filter((isGood) => isGood === 0).length / good.length
    expect(share).toBeGreaterThan(0.04)
    expect(share).toBeLessThan(0.06)
    expect(blocks.every((b) => b.alive.every((minute) => minute === 1))).toBe(true)
  })

  test('ice that began to grow before the window is there when it opens', () => {
    const label = fault({
      fault: 'iced_evaporator',
      deviceIndex: 4,
      startMs: nowMs - 8 * DAY_MS,
      endMs: null,
      rampDays: 3,
    })
    const fleet = withFaults(healthy, 0, [label])
    const iced = startStore(fleet, fleet.stores[0]!, nowMs - HOUR_MS).devices[4]!
    const clean = startStore(healthy, healthy.stores[0]!, nowMs - HOUR_MS).devices[4]!
    if (iced.kind !== 'case' || clean.kind !== 'case') throw new Error('device 4 is the frozen case')
    expect(iced.state.iceKg).toBeGreaterThan(clean.state.iceKg * 3)
  })
})
