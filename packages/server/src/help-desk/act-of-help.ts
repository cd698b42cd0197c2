import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Actor } from '../audit/add-audit'
import type { CreditDetail } from '../db/credit-tables'
import type { StoreAct } from '../service-points/post-act'
import type { SessionKey } from './session-queries'

/** A session as an act that may cost points: once, however often it is sent. */
export function actOfHelp(
  { storeId, helpSessionId }: SessionKey,
  { accountId, name }: Actor,
  now: EpochMs,
  detail: CreditDetail = {},
): StoreAct {
  const by: Actor = accountId === null ? { accountId, name } : { accountId, name }
  const cause = { kind: 'help', id: helpSessionId } as const
  return { act: 'help_session', cause, storeId, by, now, detail }
}
