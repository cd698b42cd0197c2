import { homeScope } from '@coldkeep/contract/areas/home'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { useCall } from '../../api/use-call'
import { type DepartmentPath, pathOf } from '../../parts/department-path'
import { useAddress } from '../../parts/use-address'

/** How often the home screen refreshes its figures. */
export const REFRESH_MS = 60_000

/** What the home screen speaks about: the last department of the address, or everything the caller may see. */
export function useScopePath(): DepartmentPath {
  const [parameters] = useAddress()
  return pathOf(parameters.dep ?? '')
}

export function scopeQuery(path: DepartmentPath) {
  return { departmentId: path.at(-1) ?? null }
}

/** Name, stores and devices of the scope. */
export function useHomeScope() {
  const query = scopeQuery(useScopePath())
  return useCall(homeScope, { query }, { refreshMs: REFRESH_MS, quiet: true })
}

/** "Hoshimori · 40 stores · 407 devices". */
export function scopeWords(scope: Answer<typeof homeScope>, t: Translate): string {
  return t('home.scope.line', {
    name: scope.name,
    stores: t('units.stores', { count: scope.stores }),
    devices: t('units.devices', { count: scope.devices }),
  })
}
