import type { Call } from '@coldkeep/contract/call'
import type { PageKey } from '@coldkeep/domain/access/page-key'
import { timeParts } from '@coldkeep/phrases/format'
import { useCallback } from 'react'
import { useText } from '../kit/text'
import { useOfflineSince } from './online'
import { allPages } from './pages'
import { mayCall, useSession, writesEquipment } from './session'

type Named = Pick<Call, 'access' | 'method'> & Partial<Pick<Call, 'path'>>

/** Writes that wait on the device where there is no connection. */
const CAN_WAIT: ReadonlySet<string> = new Set([
  'PUT /api/v2/photos/{id}',
  'PATCH /api/v2/fix/cases/{caseid}',
  'POST /api/v2/maintain/complete',
  'POST /api/v2/hand-checks',
  'POST /api/v2/account/bulletins/{id}/confirmation',
])

/**
 * Why the reader may not make a call; `null` where they may, as far as the console knows. What changes something and cannot
 * wait has to wait for a connection.
 * @returns to be called with a call, with `equipment` where it writes to equipment as well, and with `now` where it is not to wait
 */
export function useWhyNot(): (call: Named, what?: 'equipment' | 'now') => string | null {
  const t = useText()
  const session = useSession()
  const offlineSinceMs = useOfflineSince()
  return useCallback(
    (call, what) => {
      if (!mayCall(call, session)) {
        const keys = typeof call.access === 'string' ? [] : call.access
        return t('shell.words.needsPages', { pages: keys.map((key) => pageName(key, t)).join(', ') })
      }
      if (
        offlineSinceMs !== null &&
        call.method !== 'GET' &&
        (what === 'now' || !CAN_WAIT.has(`${call.method} ${call.path}`))
      )
        return t('shell.banner.offline', { time: timeParts(offlineSinceMs).minute })
      return what === 'equipment' && !writesEquipment(session) ? t('shell.words.needsEquipment') : null
    },
    [t, session, offlineSinceMs],
  )
}

function pageName(key: PageKey, t: ReturnType<typeof useText>): string {
  const page = allPages().find((one) => one.key === key && one.group !== null)
  return page === undefined ? key : t(page.title)
}
