import type { DepartmentId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type SqlBool, sql } from 'kysely'
import { rightColumns } from '../access/account-right-queries'
import type { Trx } from '../db/connect'
import { sqlInstant } from '../db/instants'

/** The departments above one, from the top down to itself. */
export async function selectDepartmentPath(trx: Trx, departmentId: DepartmentId) {
  const { path } = await trx
    .selectFrom('department')
    .select('path')
    .where('departmentId', '=', departmentId)
    .executeTakeFirstOrThrow()
  return path
}

/** Enabled accounts of departments, with their rights. */
export function selectAccountsIn(trx: Trx, departments: readonly DepartmentId[]) {
  return trx
    .selectFrom('account')
    .select('account.accountId')
    .select(rightColumns)
    .where('account.isEnabled', '=', true)
    .where('account.departmentId', 'in', departments)
    .execute()
}

/** That publication `n.subject_id` waits needs no reading once it does not. */
export function isModelSettled(now: EpochMs) {
  return sql<SqlBool>`n.about = 'requested' and not exists (select from model_publication p
    where p.model_publication_id = n.subject_id and p.state = 'waiting' and p.approve_until > ${sqlInstant(now)})`
}
