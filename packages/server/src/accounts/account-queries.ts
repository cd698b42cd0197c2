import type { accountOrders, accountStates } from '@coldkeep/contract/areas/accounts'
import { Problem } from '@coldkeep/contract/problem'
import type { AccountId, DepartmentId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Expression, type SqlBool, sql } from 'kysely'
import { isBelow } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { containing } from '../db/containing'
import { orderOf } from '../db/order-of'

type Order = (typeof accountOrders)[number]

export interface AccountFilter {
  /** Part of account, name, mail address or department; empty: all. */
  readonly text: string
  readonly state: (typeof accountStates)[number] | null
}

const lastSignIn = sql`(select max(s.created_at) from sign_in s where s.account_id = account.account_id)`
const stateRank = sql`case when not account.is_enabled then 2 when account.must_change_password then 1 else 0 end`
const states = { enabled: 0, temporary: 1, disabled: 2 }

/** One page of the accounts of a department and below. @param sort a column, descending after a `-` */
export function selectAccounts(
  db: Db,
  top: DepartmentId,
  filter: AccountFilter,
  sort: Order | `-${Order}`,
  page: { readonly offset: number; readonly limit: number },
): Promise<AccountRow[]> {
  const columns = {
    name: sql`account.name`,
    login: sql`account.login`,
    department: sql`department.name`,
    state: stateRank,
    lastSignIn,
  }
  return shown(db, top)
    .where(matches(filter))
    .orderBy(orderOf(columns, sort))
    .orderBy('account.name')
    .orderBy('account.login')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

export async function countAccounts(db: Db, top: DepartmentId, filter: AccountFilter): Promise<number> {
  const { count } = await below(db, top)
    .where(matches(filter))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** @throws Problem `account.unknown`, the same for one that is not there and for one of another department */
export async function accountBelow(db: Db, top: DepartmentId, id: AccountId): Promise<AccountRow> {
  const row = await shown(db, top).where('account.accountId', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('account.unknown')
  return row
}

export type AccountRow = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

function matches({ text, state }: AccountFilter): Expression<SqlBool> {
  const like = containing(text)
  const conditions = [
    sql`true`,
    ...(state === null ? [] : [sql`${stateRank} = ${states[state]}`]),
    ...(text === ''
      ? []
      : [
          sql`(account.login ilike ${like} or account.name ilike ${like} or account.email ilike ${like}
            or department.name ilike ${like})`,
        ]),
  ]
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

function below(db: Db, top: DepartmentId) {
  return db
    .selectFrom('account')
    .innerJoin('department', 'department.departmentId', 'account.departmentId')
    .where(isBelow(top))
}

function shown(db: Db, top: DepartmentId) {
  return below(db, top)
    .select([
      'account.accountId',
      'account.login',
      'account.name',
      'account.email',
      'account.departmentId',
      'department.name as departmentName',
      'account.isEnabled',
      'account.mustChangePassword',
      'account.isEngineer',
      'account.alertServiceEndsOn',
      'account.hasAlertService',
      'account.alertLowestRank',
      'account.takesCases',
      'account.revision',
    ])
    .select([
      sql<string[]>`array(select t.title from page_permission p
          join page_permission_type t using (page_permission_type_id)
        where p.account_id = account.account_id order by t.title)`.as('pages'),
      sql<string[]>`array(select t.title from device_permission p
          join device_permission_type t using (device_permission_type_id)
        where p.account_id = account.account_id order by t.title)`.as('equipment'),
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('secondFactor')
          .select('secondFactor.accountId')
          .whereRef('secondFactor.accountId', '=', 'account.accountId')
          .where('secondFactor.confirmedAt', 'is not', null),
      )
        .$castTo<boolean>()
        .as('hasSecondFactor'),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('providerIdentity')
          .select('providerIdentity.accountId')
          .whereRef('providerIdentity.accountId', '=', 'account.accountId'),
      )
        .$castTo<boolean>()
        .as('hasProviderIdentity'),
    )
    .select(({ selectFrom }) =>
      selectFrom('signIn')
        .select(({ fn }) => fn.max('signIn.createdAt').as('at'))
        .whereRef('signIn.accountId', '=', 'account.accountId')
        .as('lastSignInAt'),
    )
}

/** True when there is such an account in a department or below. */
export async function hasAccountBelow(db: Db, top: DepartmentId, id: AccountId): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .innerJoin('department', 'department.departmentId', 'account.departmentId')
    .select('account.accountId')
    .where('account.accountId', '=', id)
    .where(isBelow(top))
    .executeTakeFirst()
  return row !== undefined
}

/** The account with this login, if any. */
export function selectNamed(db: Db, login: string) {
  return db.selectFrom('account').select(['accountId', 'name']).where('login', '=', login).executeTakeFirst()
}

/** True when a department is another one or below it. */
export async function isDepartmentBelow(db: Db, id: DepartmentId, top: DepartmentId): Promise<boolean> {
  const row = await db
    .selectFrom('department')
    .select('departmentId')
    .where('departmentId', '=', id)
    .where(isBelow(top))
    .executeTakeFirst()
  return row !== undefined
}

export interface NewAccount {
  readonly login: string
  readonly name: string
  readonly email: string
  readonly departmentId: DepartmentId
  readonly isEngineer: boolean
  readonly alertServiceEndsOn: string | null
  readonly hasAlertService: boolean
  readonly passwordHash: string
  readonly mustChangePassword: boolean
}

/** @returns `null` where the login is already in use */
export async function insertNewAccount(db: Db, draft: NewAccount, now: EpochMs): Promise<AccountId | null> {
  const row = await db
    .insertInto('account')
    .values({ ...draft, createdAt: now, passwordChangedAt: now })
    .onConflict((conflict) => conflict.column('login').doNothing())
    .returning('accountId')
    .executeTakeFirst()
  return row?.accountId ?? null
}

export interface AccountChange {
  readonly name: string
  readonly email: string
  readonly departmentId: DepartmentId
  readonly isEnabled: boolean
  readonly isEngineer: boolean
  readonly alertServiceEndsOn: string | null
  readonly hasAlertService: boolean
}

export async function updateAccount(
  db: Db,
  { accountId, revision }: Pick<AccountRow, 'accountId' | 'revision'>,
  change: AccountChange,
): Promise<void> {
  await db
    .updateTable('account')
    .set({ ...change, revision: revision + 1 })
    .where('accountId', '=', accountId)
    .execute()
}

/** Gives an account a password that its owner has to change. */
export async function updateTemporaryPassword(
  db: Db,
  { accountId, revision }: Pick<AccountRow, 'accountId' | 'revision'>,
  passwordHash: string,
  now: EpochMs,
): Promise<void> {
  await db
    .updateTable('account')
    .set({ passwordHash, mustChangePassword: true, passwordChangedAt: now, revision: revision + 1 })
    .where('accountId', '=', accountId)
    .execute()
}
