import type { TemperatureZone } from '../organisation/device'
import { type EpochMs, epochMs } from '../time/instant'
import { dayPeriod, localDateOf } from '../time/store-calendar'
import type { ControlBand } from './control-bands'
import { isDefrostOn, isWarmCoil, MASKED_PER_DAY_MS, maskLengths, SHORTEST_INFERRED_MS } from './defrost'

/** A value and the instant until which it is held for the point. */
interface Held {
  readonly value: number
  readonly untilMs: number
}

/** A stretch in which the air is forgiven, from its first defrost to its last one. */
interface Forgiven {
  readonly fromMs: number
  /** Of the last defrost, its end as far as readings reach. */
  readonly defrostFromMs: number
  readonly defrostToMs: number
  readonly recoveredAtMs: number | null
}

/**
 * What is known of the defrosts of one device, carried on from scan to scan; the same mask as `defrostMask` over the
 * readings so far. Plain JSON.
 */
export interface DefrostWatch {
  readonly forgiven: Forgiven | null
  /** Forgiven before, in the day that starts at `dayMs`. */
  readonly spent: { readonly dayMs: number; readonly ms: number }
  /** A warm coil that is not known to be a defrost yet. */
  readonly warm: { readonly fromMs: number; readonly toMs: number } | null
  readonly air: Held | null
  readonly evaporator: Held | null
  readonly compressor: Held | null
}

/** How a device is regulated, and its state. */
export interface DefrostSetting {
  readonly band: ControlBand
  readonly temperatureZone: TemperatureZone
  /** Of the store, IANA. */
  readonly timeZone: string
  readonly periodMs: number
  readonly hasDefrostPoint: boolean
}

/** Good values of one scan; null where the scan has none. */
export interface DefrostScan {
  readonly at: EpochMs
  readonly air: number | null
  readonly evaporator: number | null
  readonly compressor: number | null
  readonly defrost: number | null
}

const HELD_PERIODS = 2

export const noDefrost: DefrostWatch = Object.freeze({
  forgiven: null,
  spent: { dayMs: 0, ms: 0 },
  warm: null,
  air: null,
  evaporator: null,
  compressor: null,
})

/** True while no defrost is on or forgiven, as nearly always. */
export function isDefrostOver({ forgiven, warm }: DefrostWatch, at: EpochMs): boolean {
  if (warm !== null) return false
  if (forgiven === null || (forgiven.recoveredAtMs !== null && forgiven.recoveredAtMs <= at)) return true
  return at >= forgiven.defrostToMs + maskLengths('FZ').recoveryMs
}

/** Carries the watch on by a scan, which must not be older than the one before. */
export function stepDefrost(watch: DefrostWatch, setting: DefrostSetting, scan: DefrostScan): DefrostWatch {
  const on = setting.hasDefrostPoint
    ? withPoint(watch, setting, scan)
    : withCoil(withValues(watch, setting, scan), setting, scan.at)
  return withRecovery(on, setting, scan)
}

/** Up to when the air is forgiven if no further reading comes; null when it is not forgiven at this instant. */
export function forgivenUntil(watch: DefrostWatch, setting: DefrostSetting, at: EpochMs): EpochMs | null {
  const { forgiven, spent } = withWarm(watch, setting)
  if (forgiven === null || at < forgiven.fromMs) return null
  const endMs = endOf(forgiven, setting.temperatureZone)
  if (at >= endMs) return null
  const day = dayPeriod(setting.timeZone, localDateOf(setting.timeZone, at))
  const spentMs = spent.dayMs === day.startAt ? spent.ms : 0
  const limitMs = Math.max(forgiven.fromMs, day.startAt) + MASKED_PER_DAY_MS - spentMs
  return at >= limitMs ? null : epochMs(Math.min(endMs, limitMs))
}

function withPoint(watch: DefrostWatch, setting: DefrostSetting, scan: DefrostScan): DefrostWatch {
  if (scan.defrost === null) return watch
  const toMs = scan.at + HELD_PERIODS * setting.periodMs
  if (isDefrostOn(scan.defrost)) return withDefrost(watch, setting, scan.at, toMs)
  return endDefrost(watch, scan.at)
}

function withCoil(watch: DefrostWatch, setting: DefrostSetting, at: EpochMs): DefrostWatch {
  const { air, evaporator, compressor } = watch
  const known = [air, evaporator, compressor].every((held) => held !== null && held.untilMs > at)
  const isWarm = known && isWarmCoil(air?.value ?? 0, evaporator?.value ?? 0, compressor?.value ?? Number.NaN)
  if (!isWarm) {
    if (watch.warm === null) return watch
    const warm = { ...watch.warm, toMs: Math.min(watch.warm.toMs, at) }
    return { ...withWarm({ ...watch, warm }, setting), warm: null }
  }
  const toMs = Math.min(...[air, evaporator, compressor].map((held) => held?.untilMs ?? at))
  if (watch.warm !== null && watch.warm.toMs >= at) return { ...watch, warm: { ...watch.warm, toMs } }
  return { ...withWarm(watch, setting), warm: { fromMs: at, toMs } }
}

/** With a warm coil taken for a defrost, where it has been one for long enough. */
function withWarm(watch: DefrostWatch, setting: DefrostSetting): DefrostWatch {
  const { warm } = watch
  if (warm === null || warm.toMs - warm.fromMs < SHORTEST_INFERRED_MS) return watch
  return withDefrost(watch, setting, warm.fromMs, warm.toMs)
}

function withDefrost(
  watch: DefrostWatch,
  setting: DefrostSetting,
  fromMs: number,
  toMs: number,
): DefrostWatch {
  const { forgiven } = watch
  if (forgiven !== null) {
    if (forgiven.defrostToMs >= fromMs) {
      return { ...watch, forgiven: { ...forgiven, defrostToMs: toMs, recoveredAtMs: null } }
    }
    const next = { fromMs: forgiven.fromMs, defrostFromMs: fromMs, defrostToMs: toMs, recoveredAtMs: null }
    if (endOf(forgiven, setting.temperatureZone) >= fromMs) return { ...watch, forgiven: next }
  }
  const begun = { fromMs, defrostFromMs: fromMs, defrostToMs: toMs, recoveredAtMs: null }
  return { ...watch, forgiven: begun, spent: spentBefore(watch, setting, fromMs) }
}

function endDefrost(watch: DefrostWatch, at: EpochMs): DefrostWatch {
  const { forgiven } = watch
  if (forgiven === null || forgiven.defrostToMs <= at) return watch
  return { ...watch, forgiven: { ...forgiven, defrostToMs: at } }
}

/** The first reading of the air after the defrost that is within the band ends forgiveness. */
function withRecovery(watch: DefrostWatch, setting: DefrostSetting, scan: DefrostScan): DefrostWatch {
  const { forgiven } = watch
  if (forgiven === null || scan.air === null || forgiven.recoveredAtMs !== null) return watch
  if (scan.at < forgiven.defrostToMs || scan.at >= endOf(forgiven, setting.temperatureZone)) return watch
  if (scan.air > setting.band.setpointC + setting.band.differentialK) return watch
  return { ...watch, forgiven: { ...forgiven, recoveredAtMs: scan.at } }
}

/** What was forgiven in the day of an instant before a new stretch begins. */
function spentBefore(watch: DefrostWatch, setting: DefrostSetting, fromMs: number): DefrostWatch['spent'] {
  const { forgiven, spent } = watch
  const dayMs = dayPeriod(setting.timeZone, localDateOf(setting.timeZone, epochMs(fromMs))).startAt
  const before = spent.dayMs === dayMs ? spent.ms : 0
  if (forgiven === null) return { dayMs, ms: before }
  const last = endOf(forgiven, setting.temperatureZone) - Math.max(forgiven.fromMs, dayMs)
  return { dayMs, ms: before + Math.max(0, last) }
}

function endOf(forgiven: Forgiven, zone: TemperatureZone): number {
  if (forgiven.recoveredAtMs !== null) return forgiven.recoveredAtMs
  const { recoveryMs, longestMs } = maskLengths(zone)
  return Math.min(forgiven.defrostToMs + recoveryMs, forgiven.defrostFromMs + longestMs)
}

function withValues(watch: DefrostWatch, { periodMs }: DefrostSetting, scan: DefrostScan): DefrostWatch {
  const untilMs = scan.at + HELD_PERIODS * periodMs
  const held = (value: number | null, before: Held | null) => (value === null ? before : { value, untilMs })
  return {
    ...watch,
    air: held(scan.air, watch.air),
    evaporator: held(scan.evaporator, watch.evaporator),
    compressor: held(scan.compressor, watch.compressor),
  }
}
