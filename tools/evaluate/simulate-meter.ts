import type { Series } from '@coldkeep/domain/points/series'
import type { DeviceModel } from '@coldkeep/domain/polling/device-model'
import { addDays, type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { counterPoints } from '@coldkeep/simulator/fleet/fleet'
import { makeFleet } from '@coldkeep/simulator/fleet/make-fleet'
import { generateHistory } from '@coldkeep/simulator/history'
import { applianceKwh } from './appliances'
import { type SeasonIndex, seasons } from './trial-plan'

/** A week to look back on, and two that are judged. */
export const meteredDays = 21

export interface MeterTrial {
  readonly seed: number
  /** Of a chain that the seed makes. */
  readonly storeIndex: number
  readonly storeCount: number
  readonly season: SeasonIndex
}

/** What the store draws: as it is simulated, or with things besides that people switch on and off. */
const loads = ['as simulated', 'appliances'] as const
export type Load = (typeof loads)[number]

/** What the main meter of one store counted, as it is polled at different paces. */
export interface MeteredStore {
  readonly zone: string
  readonly firstDay: LocalDate
  readonly polls: readonly {
    readonly load: Load
    readonly pollSeconds: number
    /** kWh */
    readonly series: Series
  }[]
}

const FASTEST_SECONDS = 60
const pollSeconds = [FASTEST_SECONDS, 120, 300] as const

export function simulateMeter(trial: MeterTrial, models: readonly DeviceModel[]): MeteredStore {
  const { seed, storeIndex, storeCount, season } = trial
  const firstDay = localDate(seasons[season].startsOn)
  const nowMs = Date.parse(`${addDays(firstDay, meteredDays)}T00:00:00Z`)
  const fleet = makeFleet({ seed, storeCount, nowMs, models, withFaults: false })
  const store = fleet.stores[storeIndex]
  const meterIndex = store?.devices.findIndex(({ type }) => type === 'main_meter') ?? -1
  const meter = store?.devices[meterIndex]
  if (store === undefined || meter === undefined) throw new Error(`Store ${storeIndex} has no meter`)
  const counters = counterPoints(meter)
  const column = counters.findIndex(({ kind }) => kind === 'energy')
  const times: number[] = []
  const values: number[] = []
  // Readings around the first and the last border lie outside of the days.
  const beyondMs = 2 * 1000 * Math.max(...pollSeconds)
  const fromMs = dayPeriod(store.zone, firstDay).startAt - beyondMs
  const toMs = dayPeriod(store.zone, addDays(firstDay, meteredDays)).startAt + beyondMs
  const storeIndexes = [storeIndex]
  for (const part of generateHistory({ fleet, fromMs, toMs, storeIndexes, cycleSeconds: FASTEST_SECONDS })) {
    const rows = part.kind === 'block' ? part.block.devices[meterIndex] : undefined
    if (rows === undefined) continue
    for (const [row, at] of rows.at.entries()) {
      times.push(at)
      values.push(rows.counters[row * counters.length + column] ?? Number.NaN)
    }
  }
  const extraKwh = applianceKwh(seed, storeIndex, times)
  const counted: Readonly<Record<Load, readonly number[]>> = {
    'as simulated': values,
    appliances: values.map((value, index) => value + (extraKwh[index] ?? 0)),
  }
  const polls = loads.flatMap((load) =>
    pollSeconds.map((seconds) => {
      const isRead = (_: number, index: number) => index % (seconds / FASTEST_SECONDS) === 0
      const series = { timesMs: times.filter(isRead), values: counted[load].filter(isRead) }
      return { load, pollSeconds: seconds, series }
    }),
  )
  return { zone: store.zone, firstDay, polls }
}
