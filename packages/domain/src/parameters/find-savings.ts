import type { DeviceType, TemperatureZone } from '../organisation/device'
import type { Parameter } from './parameter'
import type { Saving, SavingBasis, SavingChange, SavingKind } from './saving'
import type { SavingSetting } from './saving-settings'

/** What whole days of a device showed, means of a day; null where nothing measures it. */
export interface SavingDays {
  readonly days: number
  /** The warmest that the product was on any of them, °C. */
  readonly highestC: number | null
  /** Days on which the product was beyond its limit. */
  readonly excursionDays: number
  readonly energyKwh: number | null
  /** 0 to 1, outside defrosts. */
  readonly runRatio: number | null
  readonly openRunRatio: number | null
  readonly closedRunRatio: number | null
  readonly closedHours: number | null
  readonly defrosts: number | null
  /** Of all defrosts of a day. */
  readonly defrostMinutes: number | null
  readonly doorOpenings: number | null
}

/** A parameter as it was read of the device; none of what a department above has locked. */
export interface SettingNow {
  readonly parameter: Parameter
  readonly value: number
}

export interface SavingDevice {
  readonly type: DeviceType
  readonly zone: TemperatureZone | null
  /** What the product may be at most, °C: the stricter of what is insured and of the law. */
  readonly limitC: number | null
  readonly days: SavingDays
  /** The health score sees ice or dirt at the coil, or a slow recovery from defrosts. */
  readonly isCoilPoor: boolean
  readonly settings: ReadonlyMap<SavingSetting, SettingNow>
  /** Median of the daily door openings of the other doored cases of the store; null where fewer than three are counted. */
  readonly usualOpenings: number | null
}

type Estimate = Pick<Saving, 'change'> & {
  readonly shareLow: number
  readonly shareHigh: number
  readonly basis: Omit<SavingBasis, 'days'>
}

/** Fewer days say nothing of a week with a delivery, a weekend and warm weather. */
export const LEAST_SAVING_DAYS = 14
const DAYS_OF_YEAR = 365
const MINUTES_OF_DAY = 1_440
const HOURS_OF_DAY = 24

const rules: Readonly<Record<SavingKind, (device: SavingDevice) => Estimate | null>> = {
  set_point: higherSetPoint,
  defrosts: fewerDefrosts,
  anti_sweat: pulsedHeaters,
  night_cover: nightCover,
  low_load: lowLoad,
}

/** What could be saved at a device without making its food warmer than it may be. */
export function findSavings(device: SavingDevice): readonly Saving[] {
  const { days, energyKwh } = device.days
  if (days < LEAST_SAVING_DAYS || device.days.excursionDays > 0) return []
  return (Object.keys(rules) as SavingKind[]).flatMap((kind): Saving[] => {
    const found = rules[kind](device)
    if (found === null) return []
    const kwhOf = (share: number) => (energyKwh === null ? null : energyKwh * DAYS_OF_YEAR * share)
    const { shareLow, shareHigh, change, basis } = found
    return [
      {
        ...{ kind, change, shareLow, shareHigh },
        ...{ kwhLow: kwhOf(shareLow), kwhHigh: kwhOf(shareHigh), basis: { days, ...basis } },
      },
    ]
  })
}

/** Left between the warmest product of all days and its limit. */
const SAFETY_K = 1
/** In one step: what it did is known before the next. */
const MOST_RAISE_K = 2
const LEAST_RAISE_K = 0.5
/** Of the electricity for each kelvin: 2 % (Carbon Trust, guide to refrigeration) to 4 %. */
const [SHARE_PER_K_LOW, SHARE_PER_K_HIGH] = [0.02, 0.04]

function higherSetPoint({ zone, limitC, days, settings }: SavingDevice): Estimate | null {
  const now = settings.get('set_point')
  const { highestC } = days
  if (zone === 'HOT' || now === undefined || limitC === null || highestC === null) return null
  const change = changeBy(now, Math.min(MOST_RAISE_K, limitC - SAFETY_K - highestC))
  if (change === null || change.value - change.before < LEAST_RAISE_K) return null
  const raisedK = change.value - change.before
  return {
    change,
    shareLow: raisedK * SHARE_PER_K_LOW,
    shareHigh: raisedK * SHARE_PER_K_HIGH,
    basis: { highestC, limitC },
  }
}

/** A defrost that ends by temperature so soon had little ice to melt. */
const SHORT_DEFROST_MINUTES = 12
const LEAST_DEFROSTS = 3
const LONGER_INTERVAL = 1.5
const LONGEST_INTERVAL_HOURS = 12
/** A minute of defrost costs as much as so many of running: the heater, and its heat that is cooled away again. */
const [DEFROST_COST_LOW, DEFROST_COST_HIGH] = [1, 3]

function fewerDefrosts({ days, isCoilPoor, settings }: SavingDevice): Estimate | null {
  const now = settings.get('defrost_interval')
  const { defrosts, defrostMinutes: all, runRatio } = days
  if (now === undefined || isCoilPoor || defrosts === null || all === null || runRatio === null) return null
  const minutesEach = all / defrosts
  if (defrosts < LEAST_DEFROSTS || minutesEach > SHORT_DEFROST_MINUTES || runRatio === 0) return null
  const longer = Math.min(now.value * LONGER_INTERVAL, LONGEST_INTERVAL_HOURS)
  const change = changeBy(now, longer - now.value)
  if (change === null || now.value <= 0) return null
  const savedMinutes = defrosts * (1 - change.before / change.value) * minutesEach
  const share = savedMinutes / (runRatio * MINUTES_OF_DAY)
  return {
    change,
    shareLow: share * DEFROST_COST_LOW,
    shareHigh: share * DEFROST_COST_HIGH,
    basis: { defrosts, minutesEach },
  }
}

const ALWAYS_ON_PERCENT = 90
const PULSED_PERCENT = 70
/** What heaters against sweat are of the electricity of a doored case. */
const [HEATER_SHARE_LOW, HEATER_SHARE_HIGH] = [0.05, 0.15]
const PERCENT = 100

function pulsedHeaters({ type, settings }: SavingDevice): Estimate | null {
  const now = settings.get('anti_sweat')
  if (type !== 'doored_case' || now === undefined || now.value < ALWAYS_ON_PERCENT) return null
  const change = changeBy(now, PULSED_PERCENT - now.value)
  if (change === null) return null
  const less = (change.before - change.value) / PERCENT
  return { change, shareLow: less * HEATER_SHARE_LOW, shareHigh: less * HEATER_SHARE_HIGH, basis: {} }
}

/** A covered case runs less than this part of what it runs by day. */
const COVERED_PART = 0.95
/**
 * Of what an open case runs while it could be covered: 9 % of a whole day for covers of six hours are 36 % of these hours
 * (Faramarzi and Woodworth-Szieper, ASHRAE Transactions 105, 1999); badly fitting ones half of that.
 */
const [COVER_SHARE_LOW, COVER_SHARE_HIGH] = [0.18, 0.36]

function nightCover({ type, days }: SavingDevice): Estimate | null {
  const { openRunRatio, closedRunRatio, closedHours, runRatio } = days
  if (type !== 'open_case' || openRunRatio === null || closedRunRatio === null) return null
  if (closedHours === null || runRatio === null || runRatio === 0) return null
  if (closedRunRatio < COVERED_PART * openRunRatio) return null
  const closedShare = (closedRunRatio * closedHours) / (runRatio * HOURS_OF_DAY)
  return {
    change: null,
    shareLow: closedShare * COVER_SHARE_LOW,
    shareHigh: closedShare * COVER_SHARE_HIGH,
    basis: { openRunRatio, closedRunRatio },
  }
}

const HARDLY_OPENED = 0.25
/** A contact that sees fewer of them in a day may be broken. */
const LEAST_OPENINGS = 1
/** What it holds is cooled by others then. */
const [EMPTIED_SHARE_LOW, EMPTIED_SHARE_HIGH] = [0.8, 1]

function lowLoad({ type, days, usualOpenings }: SavingDevice): Estimate | null {
  const { doorOpenings } = days
  if (type !== 'doored_case' || doorOpenings === null || usualOpenings === null) return null
  if (doorOpenings < LEAST_OPENINGS || doorOpenings > usualOpenings * HARDLY_OPENED) return null
  return {
    change: null,
    shareLow: EMPTIED_SHARE_LOW,
    shareHigh: EMPTIED_SHARE_HIGH,
    basis: { doorOpenings, usualOpenings },
  }
}

/** The nearest value towards the change that the controller can keep and that is not beyond it; null: there is none. */
function changeBy({ parameter, value: before }: SettingNow, by: number): SavingChange | null {
  const { code, step, lowest, highest } = parameter
  const steps = Math.trunc(by / step + Math.sign(by) * STEP_TOLERANCE)
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)))
  const value = Number((before + steps * step).toFixed(decimals))
  if (steps === 0 || value < lowest || value > highest) return null
  return { code, before, value }
}

/** Decimals are no binary fractions: 2 are twenty steps of 0.1. */
const STEP_TOLERANCE = 1e-6
