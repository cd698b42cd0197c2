import { expect, test } from 'vitest'
import { generateHistory } from '../history'
import { modelFiles } from '../testing/model-files'
import { counterPoints } from './fleet'
import { makeFleet } from './make-fleet'
import { pastEnergy } from './past-energy'

const DAY_MS = 86_400_000
const nowMs = Date.parse('2026-11-21T00:00:00+08:00')
const fleet = makeFleet({ seed: 5, storeCount: 2, nowMs, models: modelFiles(), withFaults: false })

test('a past day is within a few per cent of what the store counts when it is lived through', () => {
  const energyOf = pastEnergy(fleet)
  for (const monthsAgo of [0, 4]) {
    const toMs = nowMs - monthsAgo * 30 * DAY_MS
    const store = fleet.stores[0]!
    const index = store.devices.findIndex(({ type }) => type === 'main_meter')
    const at = counterPoints(store.devices[index]!).findIndex(({ kind }) => kind === 'energy')
    const counted: number[] = []
    for (const part of generateHistory({ fleet, fromMs: toMs - DAY_MS, toMs, storeIndexes: [0] })) {
      if (part.kind !== 'block') continue
      const { counters } = part.block.devices[index]!
      const columns = counterPoints(store.devices[index]!).length
      counted.push(...counters.filter((_, cell) => cell % columns === at))
    }
    const livedKwh = counted.at(-1)! - counted[0]!
    const { energyKwh, outdoorMeanC } = energyOf(store, toMs - DAY_MS, toMs)
    expect(energyKwh / livedKwh).toBeGreaterThan(0.93)
    expect(energyKwh / livedKwh).toBeLessThan(1.07)
    expect(outdoorMeanC).toBeGreaterThan(10)
    expect(outdoorMeanC).toBeLessThan(36)
  }
})

test('summer costs more than winter, and the same day costs the same again', () => {
  const energyOf = pastEnergy(fleet)
  const store = fleet.stores[0]!
  const dayAt = (text: string) => energyOf(store, Date.parse(text), Date.parse(text) + DAY_MS)
  expect(dayAt('2026-07-20T00:00:00+08:00').energyKwh).toBeGreaterThan(
    dayAt('2026-01-20T00:00:00+08:00').energyKwh,
  )
  expect(dayAt('2026-07-20T00:00:00+08:00')).toEqual(dayAt('2026-07-20T00:00:00+08:00'))
})
