import type { CreditApplicationId, DepartmentId } from '@coldkeep/domain/ids'
import type { ApplicationState } from '@coldkeep/domain/service-points/entry'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import type { CreditTables } from '../db/credit-tables'

export type ApplicationRow = Selectable<CreditTables['creditApplication']>

export async function insertApplication(
  trx: Trx,
  application: Insertable<CreditTables['creditApplication']>,
): Promise<CreditApplicationId> {
  const { creditApplicationId } = await trx
    .insertInto('creditApplication')
    .values(application)
    .returning('creditApplicationId')
    .executeTakeFirstOrThrow()
  return creditApplicationId
}

/** An application of a chain, kept from others until the transaction ends. */
export async function lockApplication(
  trx: Trx,
  chainId: DepartmentId,
  id: CreditApplicationId,
): Promise<ApplicationRow | null> {
  const row = await trx
    .selectFrom('creditApplication')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('creditApplicationId', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function updateDecided(
  trx: Trx,
  chainId: DepartmentId,
  id: CreditApplicationId,
  decided: {
    readonly state: ApplicationState
    readonly decidedAt: EpochMs
    readonly decidedBy: string
    readonly reason: string
    readonly expiresAt: EpochMs | null
  },
): Promise<void> {
  await trx
    .updateTable('creditApplication')
    .set(decided)
    .where('chainId', '=', chainId)
    .where('creditApplicationId', '=', id)
    .execute()
}

interface Applicants {
  readonly chainId: DepartmentId
  /** `null`: all of the chain. */
  readonly departments: readonly DepartmentId[] | null
}

const isOf = ({ chainId, departments }: Applicants) =>
  sql<SqlBool>`chain_id = ${chainId}
    ${departments === null ? sql`` : sql`and department_id = any(${departments}::bigint[])`}`

export function selectApplications(
  db: Db,
  applicants: Applicants,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ApplicationRow[]> {
  return db
    .selectFrom('creditApplication')
    .selectAll()
    .where(isOf(applicants))
    .orderBy(sql`state <> 'waiting'`)
    .orderBy('requestedAt', 'desc')
    .orderBy('creditApplicationId', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
}

export async function countApplications(db: Db, applicants: Applicants): Promise<number> {
  const { count } = await db
    .selectFrom('creditApplication')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where(isOf(applicants))
    .executeTakeFirstOrThrow()
  return count
}

/** With what an application is filled in: the company and who applies. */
export async function selectApplicant(db: Db, accountId: number) {
  const { rows } = await sql<{ company: string | null; name: string; phone: string }>`
    select (select name from company limit 1) as company, name, phone from account
    where account_id = ${accountId}`.execute(db)
  return rows[0]
}

/** That application `n.subject_id` waits needs no reading once it does not. */
export const isApplicationSettled = sql<SqlBool>`n.about = 'applied' and not exists (select from credit_application a
  where a.credit_application_id = n.subject_id and a.state = 'waiting')`
