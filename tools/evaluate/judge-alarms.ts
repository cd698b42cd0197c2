import { defaultRule } from '@coldkeep/domain/alarms/default-rules'
import {
  type DeviceScan,
  type PointEvent,
  replayDevice,
  startDeviceWatch,
  type WatchedDevice,
} from '@coldkeep/domain/alarms/device-watch'
import type { LimitRule } from '@coldkeep/domain/alarms/limit-rule'
import { zoneLimits } from '@coldkeep/domain/analysis/zone-limits'
import type { PointId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { PointKind } from '@coldkeep/domain/points/point'
import { quality } from '@coldkeep/domain/points/reading'
import type { Series } from '@coldkeep/domain/points/series'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { Period } from '@coldkeep/domain/time/period'
import type { SimulatedDevice, SimulatedStore } from './simulate-store'

/** When the air of a device was reported as too warm or, held hot, too cold. */
export interface TemperatureAlarms {
  /** By the rule that equipment has until someone writes its own: a delay, and defrosts are forgiven. */
  readonly ours: readonly number[]
  /** At the same limits as soon as they are broken, whatever the reason. */
  readonly plain: readonly number[]
}

const points = {
  air: 1 as PointId,
  evaporator: 2 as PointId,
  compressor: 3 as PointId,
  defrost: 4 as PointId,
}
const kinds: readonly (readonly [PointId, PointKind])[] = [
  [points.air, 'air_temperature'],
  [points.evaporator, 'evaporator_temperature'],
  [points.compressor, 'compressor'],
  [points.defrost, 'defrost'],
]

/** Replays the readings of a period through the rules of the air. */
export function judgeAlarms(
  store: SimulatedStore,
  device: SimulatedDevice,
  period: Period,
): TemperatureAlarms {
  const zone = device.trial.kind.zone as TemperatureZone
  const country = store.zone === 'Asia/Tokyo' ? 'JP' : 'TW'
  const rule = defaultRule({ kind: 'air_temperature' }, zone, country, false)
  if (rule === null) return { ours: [], plain: [] }
  const at = (delayMinutes: number): number => (delayMinutes < 0 ? delayMinutes : 0)
  const atOnce = {
    ...rule,
    lowDelayMinutes: at(rule.lowDelayMinutes),
    highDelayMinutes: at(rule.highDelayMinutes),
  }
  const raised = (by: LimitRule, forgives: boolean) =>
    replay(watched(store, device, zone, country, by, forgives), device, period)
  return { ours: raised(rule, true), plain: raised(atOnce, false) }
}

function watched(
  store: SimulatedStore,
  device: SimulatedDevice,
  zone: TemperatureZone,
  country: string,
  rule: LimitRule,
  forgives: boolean,
): WatchedDevice {
  const periodMs = device.pollSeconds * 1000
  const has = (kind: PointKind, id: PointId) => (device.points.has(kind) ? id : null)
  return {
    points: [
      { pointId: points.air, unit: '°C', rule, isAir: true, periodMs, limits: zoneLimits(zone, country) },
    ],
    defrost:
      forgives && zone !== 'HOT'
        ? {
            temperatureZone: zone,
            timeZone: store.zone,
            periodMs,
            air: points.air,
            evaporator: has('evaporator_temperature', points.evaporator),
            compressor: has('compressor', points.compressor),
            defrost: has('defrost', points.defrost),
            setpoint: null,
            differential: null,
          }
        : null,
    band: { setpointC: device.setpointC, differentialK: device.differentialK },
  }
}

/** What happens to the alarms of the air of a device in a period, by the rule that equipment has until someone writes its own. */
export function alarmEvents(
  store: SimulatedStore,
  device: SimulatedDevice,
  period: Period,
): readonly PointEvent[] {
  const zone = device.trial.kind.zone as TemperatureZone
  const country = store.zone === 'Asia/Tokyo' ? 'JP' : 'TW'
  const rule = defaultRule({ kind: 'air_temperature' }, zone, country, false)
  return rule === null ? [] : eventsOf(watched(store, device, zone, country, rule, true), device, period)
}

/** Instants at which an alarm was raised, or raised again after it had returned to normal. */
function replay(device: WatchedDevice, simulated: SimulatedDevice, period: Period): number[] {
  return eventsOf(device, simulated, period)
    .filter(({ kind, branch }) => kind.startsWith('raised') && branch !== 'lost')
    .map((event) => event.at)
}

function eventsOf(
  device: WatchedDevice,
  { points: series }: SimulatedDevice,
  period: Period,
): readonly PointEvent[] {
  const start = startDeviceWatch(device, period.startAt)
  return replayDevice(start, device, scansOf(series, period), period.endAt, null).events
}

function* scansOf(
  series: ReadonlyMap<PointKind, Series>,
  { startAt, endAt }: Period,
): Generator<DeviceScan, void> {
  const columns = new Map<PointId, Series>()
  for (const [id, kind] of kinds) {
    const found = series.get(kind)
    if (found) columns.set(id, found)
  }
  const { timesMs } = series.get('air_temperature') as Series
  for (let row = 0; row < timesMs.length; row++) {
    const at = timesMs[row] as EpochMs
    if (at < startAt || at >= endAt) continue
    yield {
      at: epochMs(at),
      sample(pointId) {
        const value = columns.get(pointId)?.values[row]
        if (value === undefined) return null
        return Number.isNaN(value)
          ? { value: null, quality: quality.timeout }
          : { value, quality: quality.good }
      },
    }
  }
}
