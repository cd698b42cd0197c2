import type { AccountId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type SqlBool, sql } from 'kysely'
import { rightColumns } from '../access/account-right-queries'
import { selectPath } from '../access/department-path-queries'
import type { Trx } from '../db/connect'
import { sqlInstant } from '../db/instants'

/** A write, and the account that requested it. */
export interface OwnedWrite {
  readonly storeId: StoreId
  readonly writeId: string
  readonly accountId: AccountId
}

/** The rights of accounts that see the store of a write, other than the one that requested it. */
export async function selectOthersOver(trx: Trx, write: OwnedWrite) {
  return trx
    .selectFrom('account')
    .select('account.accountId')
    .select(rightColumns)
    .where('account.isEnabled', '=', true)
    .where('account.accountId', '!=', write.accountId)
    .where('account.departmentId', 'in', await selectPath(trx, write.storeId))
    .execute()
}

/**
 * The rights of the account that requested a write; `undefined` where it is not in use or does not see the
 * store.
 */
export async function selectRequesterRights(trx: Trx, write: OwnedWrite) {
  return trx
    .selectFrom('account')
    .select(rightColumns)
    .where('account.isEnabled', '=', true)
    .where('account.accountId', '=', write.accountId)
    .where('account.departmentId', 'in', await selectPath(trx, write.storeId))
    .executeTakeFirst()
}

/** The devices of write `n.subject_name`. */
export const equipmentOfWrite = sql`select l.store_id, l.device_id from write_line l
  where l.store_id = n.store_id and l.write_id = n.subject_name`

/** That write `n.subject_name` waits needs no reading once it does not. */
export function isWriteSettled(now: EpochMs) {
  return sql<SqlBool>`n.about = 'requested' and not exists (select from write_request r where r.store_id = n.store_id
    and r.write_id = n.subject_name and r.approval = 'waiting' and r.approve_until > ${sqlInstant(now)})`
}
