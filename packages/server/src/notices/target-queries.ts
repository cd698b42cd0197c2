import type { AccountId, DepartmentId, NoticeTargetId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Scope } from '../access/scope'
import type { Db, Trx } from '../db/connect'
import { sqlInstant } from '../db/instants'
import type { NoticeTargetTable } from '../db/notice-tables'

export interface TargetRow extends Selectable<NoticeTargetTable> {
  readonly accountName: string | null
  readonly groupName: string | null
  /** Accounts among its recipients that take nothing by its channel. */
  readonly silenced: number
  /** Where it is an address: whether the account that answers for it is gone or disabled. */
  readonly isOwnerless: boolean
}

/** Columns that people write. */
export type TargetColumns = Pick<
  Insertable<NoticeTargetTable>,
  | 'name'
  | 'channel'
  | 'accountId'
  | 'groupDepartmentId'
  | 'onCallDepartmentId'
  | 'address'
  | 'departmentIds'
  | 'kinds'
  | 'lowestRank'
  | 'quietFromMinute'
  | 'quietUntilMinute'
  | 'zone'
  | 'language'
  | 'isEnabled'
  | 'ownerId'
>

const silenced = sql<number>`(
  select count(*)::int from account m join department own on own.department_id = m.department_id
  where m.silenced_channels <> '{}' and notice_target.channel = any(m.silenced_channels) and m.is_enabled
    and (m.account_id = notice_target.account_id or notice_target.group_department_id = any(own.path))
)`

const isOwnerless = sql<boolean>`notice_target.account_id is null and coalesce(notice_target.group_department_id,
    notice_target.on_call_department_id) is null
  and not exists (select from account owner where owner.account_id = notice_target.owner_id and owner.is_enabled)`

function targetsOf(db: Db, scope: Scope) {
  return db
    .selectFrom('noticeTarget')
    .leftJoin('account', 'account.accountId', 'noticeTarget.accountId')
    .leftJoin('department', (join) =>
      join.on(
        sql<boolean>`department.department_id = coalesce(notice_target.group_department_id, notice_target.on_call_department_id)`,
      ),
    )
    .selectAll('noticeTarget')
    .select(['account.name as accountName', 'department.name as groupName', silenced.as('silenced')])
    .select(isOwnerless.as('isOwnerless'))
    .where(isTargetOf(scope))
}

/** A target belongs to those who may see everything that it is sent. */
function isTargetOf(scope: Scope) {
  return sql<boolean>`notice_target.department_ids <@ ${scope.departments}::bigint[]`
}

export function selectTargets(db: Db, scope: Scope): Promise<TargetRow[]> {
  return targetsOf(db, scope).orderBy('noticeTarget.name').orderBy('noticeTarget.noticeTargetId').execute()
}

export async function selectTarget(db: Db, scope: Scope, id: NoticeTargetId): Promise<TargetRow | null> {
  const row = await targetsOf(db, scope).where('noticeTarget.noticeTargetId', '=', id).executeTakeFirst()
  return row ?? null
}

export async function insertTarget(trx: Trx, columns: TargetColumns): Promise<NoticeTargetId> {
  const { noticeTargetId } = await trx
    .insertInto('noticeTarget')
    .values(columns)
    .returning('noticeTargetId')
    .executeTakeFirstOrThrow()
  return noticeTargetId
}

/** @returns false where the row has another revision, or is none of the caller's */
export async function updateTarget(
  trx: Trx,
  scope: Scope,
  { id, revision }: { readonly id: NoticeTargetId; readonly revision: number },
  columns: TargetColumns,
): Promise<boolean> {
  const row = await trx
    .updateTable('noticeTarget')
    .set((is) => ({ ...columns, switchedOffBecause: null, revision: is('revision', '+', 1) }))
    .where('noticeTargetId', '=', id)
    .where('revision', '=', revision)
    .where(isTargetOf(scope))
    .executeTakeFirst()
  return row.numUpdatedRows > 0n
}

/**
 * @returns the name of what was removed; `null` where the row has another revision, or is out of the caller's
 * reach
 */
export async function deleteTarget(
  trx: Trx,
  scope: Scope,
  { id, revision }: { readonly id: NoticeTargetId; readonly revision?: number | undefined },
): Promise<string | null> {
  const row = await trx
    .deleteFrom('noticeTarget')
    .where('noticeTargetId', '=', id)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision as number))
    .where(isTargetOf(scope))
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? null
}

/** @returns the number of the new secret */
export async function renewSecret(trx: Trx, id: NoticeTargetId, oldUntil: EpochMs): Promise<number> {
  const { secretGeneration } = await trx
    .updateTable('noticeTarget')
    .set((is) => ({ secretGeneration: is('secretGeneration', '+', 1), oldSecretUntil: oldUntil }))
    .where('noticeTargetId', '=', id)
    .returning('secretGeneration')
    .executeTakeFirstOrThrow()
  return secretGeneration
}

const MOST_ACCOUNTS = 2_000

/** Accounts that can be notified; enough for a form, the first by name. */
export function selectAccounts(db: Db, scope: Scope, only: AccountId | null = null) {
  return db
    .selectFrom('account')
    .select(['accountId', 'name', 'login', 'email'])
    .where('isEnabled', '=', true)
    .where(sql<boolean>`account.department_id = any(${scope.departments}::bigint[])`)
    .$if(only !== null, (query) => query.where('accountId', '=', only as AccountId))
    .orderBy('name')
    .orderBy('login')
    .limit(MOST_ACCOUNTS)
    .execute()
}

/** Departments of a scope with the names of those above them, as a tree is read. */
export async function selectDepartments(db: Db, scope: Scope, topId: DepartmentId) {
  const { rows } = await sql<{ departmentId: DepartmentId; name: string }>`
    select d.department_id, (
      select string_agg(a.name, ' / ' order by array_position(d.path, a.department_id)) from department a
      where a.department_id = any(d.path) and a.path @> array[${topId}]::bigint[]) as name
    from department d where d.department_id = any(${scope.departments}::bigint[])
    order by (
      select array_agg(a.position order by array_position(d.path, a.department_id)) from department a
      where a.department_id = any(d.path)), d.department_id`.execute(db)
  return rows
}

export async function selectStoreZones(db: Db, scope: Scope): Promise<string[]> {
  const rows = await db
    .selectFrom('store')
    .select('zone')
    .distinct()
    .where(sql<boolean>`store.department_id = any(${scope.departments}::bigint[])`)
    .orderBy('zone')
    .execute()
  return rows.map((row) => row.zone)
}

export function selectTroubles(db: Db) {
  return db.selectFrom('noticeTrouble').select(['channel', 'since', 'message']).execute()
}

/** Tries of a test in the last minute, by one account. */
export async function countTests(db: Db, accountId: AccountId, since: EpochMs): Promise<number> {
  const { rows } = await sql<{ tests: number }>`
    select count(*)::int as tests from audit
    where account_id = ${accountId}::bigint and kind = 'notice.test' and at > ${sqlInstant(since)}`.execute(
    db,
  )
  return rows[0]?.tests ?? 0
}
