import type { PointUnit } from '../points/point'
import { fail, ok, type Result } from '../result'
import { minutes } from '../time/instant'

/**
 * When one point is in alarm: below the low limit, above the high one, or silent, each for so many minutes. 0 raises
 * at once, −1 switches that branch off. Limits are in the unit of the point.
 */
export interface LimitRule {
  readonly lowLimit: number
  readonly lowDelayMinutes: number
  readonly highLimit: number
  readonly highDelayMinutes: number
  readonly lostDelayMinutes: number
}

export const branches = ['low', 'high', 'lost'] as const
export type Branch = (typeof branches)[number]

export type LimitRuleProblem = 'limit_not_finite' | 'delay_range' | 'limits_reversed'

const LONGEST_DELAY_MINUTES = 1440
const SWITCHED_OFF = -1
const DEAD_BAND_K = 0.5
const DEAD_BAND_SHARE = 0.01
/** A lost contact is not raised before two polls have been missed. */
const LOST_PERIODS = 2

/** @returns the rule, or what is wrong with it: delays are whole minutes from −1 to 1440, low lies below high */
export function checkLimitRule(rule: LimitRule): Result<LimitRule, LimitRuleProblem> {
  if (!Number.isFinite(rule.lowLimit) || !Number.isFinite(rule.highLimit)) return fail('limit_not_finite')
  const delays = [rule.lowDelayMinutes, rule.highDelayMinutes, rule.lostDelayMinutes]
  if (!delays.every(isDelay)) return fail('delay_range')
  const hasBoth = isOn(rule.lowDelayMinutes) && isOn(rule.highDelayMinutes)
  if (hasBoth && rule.lowLimit >= rule.highLimit) return fail('limits_reversed')
  return ok(rule)
}

/**
 * Milliseconds that a condition must have lasted, or null where the branch is off. Contact is not lost before two
 * poll periods.
 */
export function delayMs(rule: LimitRule, branch: Branch, periodMs: number): number | null {
  const delayMinutes = {
    low: rule.lowDelayMinutes,
    high: rule.highDelayMinutes,
    lost: rule.lostDelayMinutes,
  }[branch]
  if (!isOn(delayMinutes)) return null
  return branch === 'lost' ? Math.max(minutes(delayMinutes), LOST_PERIODS * periodMs) : minutes(delayMinutes)
}

/** True where a value breaks the limit of the branch; a value on the limit does not, and a branch that is off has none. */
export function isBeyond(rule: LimitRule, branch: 'low' | 'high', value: number): boolean {
  if (branch === 'high') return isOn(rule.highDelayMinutes) && value > rule.highLimit
  return isOn(rule.lowDelayMinutes) && value < rule.lowLimit
}

/** True where a value has come back by the dead band: 0.5 K for temperatures, else 1 % of the limit's amount. */
export function isBack(rule: LimitRule, branch: 'low' | 'high', value: number, unit: PointUnit): boolean {
  const limit = branch === 'high' ? rule.highLimit : rule.lowLimit
  const band = unit === '°C' || unit === 'K' ? DEAD_BAND_K : DEAD_BAND_SHARE * Math.abs(limit)
  return branch === 'high' ? value <= limit - band : value >= limit + band
}

function isDelay(delayMinutes: number): boolean {
  return (
    Number.isInteger(delayMinutes) && delayMinutes >= SWITCHED_OFF && delayMinutes <= LONGEST_DELAY_MINUTES
  )
}

function isOn(delayMinutes: number): boolean {
  return delayMinutes >= 0
}
