import { homeScope } from '@coldkeep/contract/areas/home'
import { useCall } from '../../api/use-call'
import { useText } from '../../kit/text'
import { pathOf } from '../../parts/department-path'
import { useAddress } from '../../parts/use-address'
import { homeScopeQuery } from './scope'

const REFRESH_MS = 60_000

/** What the figures of the home screen are about. */
export function useHomeScope() {
  const [parameters] = useAddress()
  const query = homeScopeQuery(pathOf(parameters.dep ?? ''))
  return {
    scope: useCall(homeScope, { query }, { refreshMs: REFRESH_MS, quiet: true }),
    isWhole: query.depart === null,
  }
}

/** "All organisations · 40 stores · 402 devices". */
export function ScopeLine() {
  const t = useText()
  const { scope, isWhole } = useHomeScope()
  if (!scope.data) return null
  return (
    <>
      {t('home.scope.line', {
        name: isWhole ? t('home.scope.all') : scope.data.name,
        stores: t('units.stores', { count: scope.data.stores }),
        devices: t('units.devices', { count: scope.data.devices }),
      })}
    </>
  )
}
