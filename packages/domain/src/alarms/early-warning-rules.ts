import {
  nearestSetting,
  type SettingPlace,
  type SettingScope,
  scopeKey,
  settingsByScope,
} from '../organisation/setting-scope'
import { fail, ok, type Result } from '../result'

export const warningKinds = ['threshold', 'falling', 'oscillation'] as const
export type WarningKind = (typeof warningKinds)[number]

/** When a device's health score is worth a warning. */
export interface WarningRule {
  readonly isEnabled: boolean
  /** Threshold: the score to stay above. The others: points on top of the intensity. */
  readonly x: number
  /** How long the score must be below the threshold; the other kinds do not use it. */
  readonly minutes: number
  /** Points that the score moves when all is well; null: as measured for each device. */
  readonly intensity: number | null
  /** How far falling and oscillation look back. */
  readonly windowHours: number
}
export type WarningRules = Readonly<Record<WarningKind, WarningRule>>

export const DEFAULT_WARNING_RULES: WarningRules = {
  threshold: { isEnabled: true, x: 70, minutes: 60, intensity: null, windowHours: 24 },
  falling: { isEnabled: true, x: 10, minutes: 60, intensity: null, windowHours: 24 },
  oscillation: { isEnabled: true, x: 8, minutes: 60, intensity: null, windowHours: 24 },
}

/** A line of the configuration file. */
export interface ScopedWarningRule extends WarningRule {
  readonly scope: SettingScope
  readonly kind: WarningKind
}

export type WarningRuleFlaw = 'x_range' | 'minutes_range' | 'intensity_range' | 'window_range' | 'repeated'

export interface WarningRowFlaw {
  /** Counted from 1, as people count rows. */
  readonly row: number
  readonly flaw: WarningRuleFlaw
}

export const HIGHEST_X = 100
/** A score must rise 3 points above the threshold before a warning ends, and there are only 100. */
const HIGHEST_THRESHOLD = 97
const STEP_MINUTES = 10
const LONGEST_MINUTES = 1440
const HIGHEST_INTENSITY = 50
const SHORTEST_WINDOW_HOURS = 6
const LONGEST_WINDOW_HOURS = 168

/** @returns the rows, or every flaw of every row: a file with one bad row is refused as a whole */
export function checkWarningRules(
  rows: readonly ScopedWarningRule[],
): Result<readonly ScopedWarningRule[], readonly WarningRowFlaw[]> {
  const seen = new Set<string>()
  const flaws = rows.flatMap((rule, index) => {
    const key = `${rule.kind} ${scopeKey(rule.scope)}`
    const found: WarningRuleFlaw[] = flawsOf(rule)
    if (seen.has(key)) found.push('repeated')
    seen.add(key)
    return found.map((flaw) => ({ row: index + 1, flaw }))
  })
  return flaws.length === 0 ? ok(rows) : fail(flaws)
}

/** The rules that hold in a place: of each kind the nearest, else ours. */
export function warningRulesFor(rows: readonly ScopedWarningRule[], place: SettingPlace): WarningRules {
  const ruleOf = (kind: WarningKind): WarningRule => {
    const own = settingsByScope(rows.filter((row) => row.kind === kind))
    const nearest = nearestSetting(own, place)
    if (nearest === null) return DEFAULT_WARNING_RULES[kind]
    const { isEnabled, x, minutes, intensity, windowHours } = nearest
    return { isEnabled, x, minutes, intensity, windowHours }
  }
  return { threshold: ruleOf('threshold'), falling: ruleOf('falling'), oscillation: ruleOf('oscillation') }
}

/** How far back any of the rules looks. */
export function lookBackHours({ threshold, falling, oscillation }: WarningRules): number {
  return Math.max(threshold.minutes / 60, falling.windowHours, oscillation.windowHours)
}

function flawsOf(rule: ScopedWarningRule): WarningRuleFlaw[] {
  const { kind, x, minutes, intensity, windowHours } = rule
  const flaws: WarningRuleFlaw[] = []
  if (!(x > 0 && x <= (kind === 'threshold' ? HIGHEST_THRESHOLD : HIGHEST_X))) flaws.push('x_range')
  const isStep = minutes % STEP_MINUTES === 0
  if (!(isStep && minutes >= STEP_MINUTES && minutes <= LONGEST_MINUTES)) flaws.push('minutes_range')
  if (intensity !== null && !(intensity >= 0 && intensity <= HIGHEST_INTENSITY)) flaws.push('intensity_range')
  if (!(windowHours >= SHORTEST_WINDOW_HOURS && windowHours <= LONGEST_WINDOW_HOURS))
    flaws.push('window_range')
  return flaws
}
