import type { DepartmentId, StoreId } from '../ids'

/** For whom a setting holds: everyone, the stores below a department, one store. */
export type SettingScope =
  | { readonly kind: 'default' }
  | { readonly kind: 'department'; readonly departmentId: DepartmentId }
  | { readonly kind: 'store'; readonly storeId: StoreId }

/** Where a setting is looked for: in a store, or in a department. */
export interface SettingPlace {
  /** `null` in a department. */
  readonly storeId: StoreId | null
  /** From the company down to the department, or to the one that the store belongs to. */
  readonly departmentIds: readonly DepartmentId[]
}

type Scoped = { readonly scope: SettingScope }

/** Settings by whom they are for, to be looked up with {@link nearestSetting}. */
export type SettingsByScope<Row> = ReadonlyMap<string, Row>

export function scopeKey(scope: SettingScope): string {
  if (scope.kind === 'default') return 'default'
  return scope.kind === 'store' ? `store ${scope.storeId}` : `department ${scope.departmentId}`
}

export function settingsByScope<Row extends Scoped>(rows: readonly Row[]): SettingsByScope<Row> {
  return new Map(rows.map((row) => [scopeKey(row.scope), row]))
}

/** What holds in a place: its own setting, else that of the nearest department above it, else the default, else none. */
export function nearestSetting<Row>(
  settings: SettingsByScope<Row>,
  { storeId, departmentIds }: SettingPlace,
): Row | null {
  const ways: SettingScope[] = [
    ...(storeId === null ? [] : [{ kind: 'store' as const, storeId }]),
    ...departmentIds.map((departmentId) => ({ kind: 'department' as const, departmentId })).reverse(),
    { kind: 'default' },
  ]
  for (const scope of ways) {
    const found = settings.get(scopeKey(scope))
    if (found !== undefined) return found
  }
  return null
}

/** Where a place inherits from: what is above it. */
export function placeAbove({ storeId, departmentIds }: SettingPlace): SettingPlace {
  return { storeId: null, departmentIds: storeId === null ? departmentIds.slice(0, -1) : departmentIds }
}
