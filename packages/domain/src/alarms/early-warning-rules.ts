import type { DepartmentId, StoreId } from '../ids'
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

/** For whom a rule holds: everybody, the stores below a department, one store. */
export type WarningScope =
  | { readonly kind: 'default' }
  | { readonly kind: 'department'; readonly departmentId: DepartmentId }
  | { readonly kind: 'store'; readonly storeId: StoreId }

/** A line of the configuration file. */
export interface ScopedWarningRule extends WarningRule {
  readonly scope: WarningScope
  readonly kind: WarningKind
}

export type WarningRuleFlaw = 'x_range' | 'minutes_range' | 'intensity_range' | 'window_range' | 'repeated'

export interface WarningRowFlaw {
  /** Counted from 1, as people count rows. */
  readonly row: number
  readonly flaw: WarningRuleFlaw
}

const HIGHEST_X = 100
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

/**
 * The rules that hold for one store: of each kind its own, else that of the nearest department above it, else the
 * configured default, else ours.
 * @param departmentIds from the company down to the store's own department
 */
export function warningRulesFor(
  rows: readonly ScopedWarningRule[],
  storeId: StoreId,
  departmentIds: readonly DepartmentId[],
): WarningRules {
  const closeness = ({ scope }: ScopedWarningRule): number => {
    if (scope.kind === 'default') return 0
    if (scope.kind === 'store') return scope.storeId === storeId ? departmentIds.length + 1 : -1
    const depth = departmentIds.indexOf(scope.departmentId)
    return depth < 0 ? -1 : depth + 1
  }
  const rules: Record<WarningKind, WarningRule> = { ...DEFAULT_WARNING_RULES }
  const closest: Record<WarningKind, number> = { threshold: -1, falling: -1, oscillation: -1 }
  for (const row of rows) {
    const close = closeness(row)
    if (close <= closest[row.kind]) continue
    const { isEnabled, x, minutes, intensity, windowHours } = row
    rules[row.kind] = { isEnabled, x, minutes, intensity, windowHours }
    closest[row.kind] = close
  }
  return rules
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

function scopeKey(scope: WarningScope): string {
  if (scope.kind === 'default') return 'default'
  return scope.kind === 'store' ? `store ${scope.storeId}` : `department ${scope.departmentId}`
}
