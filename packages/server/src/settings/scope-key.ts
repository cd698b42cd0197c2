import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { SettingScope } from '@coldkeep/domain/organisation/setting-scope'

/** How a scope is stored. */
export interface ScopeKey {
  readonly scope: SettingScope['kind']
  readonly scopeId: number
}

export function scopeKeyOf(scope: SettingScope): ScopeKey {
  if (scope.kind === 'default') return { scope: 'default', scopeId: 0 }
  return scope.kind === 'store'
    ? { scope: 'store', scopeId: scope.storeId }
    : { scope: 'department', scopeId: scope.departmentId }
}

export function scopeOfKey({ scope, scopeId }: ScopeKey): SettingScope {
  if (scope === 'default') return { kind: 'default' }
  return scope === 'store'
    ? { kind: 'store', storeId: scopeId as StoreId }
    : { kind: 'department', departmentId: scopeId as DepartmentId }
}
