import { randomUUID } from 'node:crypto'
import type { HelpAct } from '@coldkeep/domain/help-desk/session'
import type { DeviceId, RepairCaseId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Actor } from '../audit/add-audit'
import type { Trx } from '../db/connect'
import { isKnownKey } from '../repair/event-queries'
import { recordActs } from '../repair/write-case'
import type { SessionKey } from './session-queries'

export interface ActPlace extends SessionKey {
  readonly repairCaseId: RepairCaseId
  /** That the session is about: who may not know of one of them does not read of it in the audit. */
  readonly deviceIds: readonly DeviceId[]
}

interface Recorded {
  readonly by: Actor
  readonly now: EpochMs
  /** Of who sends it, so that what is sent twice is there once. */
  readonly key?: string
  readonly deviceId?: DeviceId | null
}

/** All that happens in a session is in the history of its case of repair, and nowhere else. */
export async function recordAct(
  trx: Trx,
  { storeId, helpSessionId, repairCaseId, deviceIds }: ActPlace,
  { by, now, key = randomUUID(), deviceId = null }: Recorded,
  act: HelpAct,
): Promise<void> {
  const place = { storeId, repairCaseId, deviceId }
  if (await isKnownKey(trx, place, key)) return
  const acts = [{ kind: 'help' as const, detail: { session: helpSessionId, ...act } }]
  await recordActs(trx, { user: by, now }, place, { key, happenedAt: now }, { acts, deviceIds })
}
