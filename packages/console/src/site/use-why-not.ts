import type { Call } from '@coldkeep/contract/call'
import type { PageKey } from '@coldkeep/domain/access/page-key'
import { useCallback } from 'react'
import { useText } from '../kit/text'
import { allPages } from './pages'
import { mayCall, useSession, writesEquipment } from './session'

type Named = Pick<Call, 'access' | 'method'>

/**
 * Why the reader may not make a call; `null` where they may, as far as the console knows.
 * @returns to be called with a call, and with `equipment` where it writes to equipment as well
 */
export function useWhyNot(): (call: Named, what?: 'equipment') => string | null {
  const t = useText()
  const session = useSession()
  return useCallback(
    (call, what) => {
      if (!mayCall(call, session)) {
        const keys = typeof call.access === 'string' ? [] : call.access
        return t('shell.words.needsPages', { pages: keys.map((key) => pageName(key, t)).join(', ') })
      }
      return what === 'equipment' && !writesEquipment(session) ? t('shell.words.needsEquipment') : null
    },
    [t, session],
  )
}

function pageName(key: PageKey, t: ReturnType<typeof useText>): string {
  const page = allPages().find((one) => one.key === key && one.group !== null)
  return page === undefined ? key : t(page.title)
}
