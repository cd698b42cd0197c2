import type { CreditCause } from '@coldkeep/domain/service-points/entry'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { SERVER } from '../audit/add-audit'
import type { Db } from '../db/connect'
import { selectExpired } from './grant-queries'
import { endGrant } from './grants'
import { selectForgottenHolds } from './ledger-queries'
import { release } from './reserve-points'

const AT_ONCE = 200

/**
 * Ends grants whose time is over, and releases points that were reserved and never settled. Several servers may do it at
 * once: of each grant and each reservation there is one end.
 */
export async function expirePoints(db: Db, now: EpochMs): Promise<void> {
  for (const { chainId, creditGrantId } of await selectExpired(db, now, AT_ONCE))
    await db
      .transaction()
      .execute((trx) => endGrant(trx, chainId, creditGrantId, { kind: 'expire', by: SERVER, now }))
  for (const entry of await selectForgottenHolds(db, now, AT_ONCE)) {
    const { chainId, departmentId, storeId, storeName: name, subservice } = entry
    const cause: CreditCause = { kind: entry.causeKind, id: entry.causeId }
    const place = { chainId, departmentId, storeId, name }
    const posting = { cause, subservice, place, by: SERVER, now, detail: entry.detail }
    await db.transaction().execute((trx) => release(trx, posting))
  }
}
