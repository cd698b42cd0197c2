import type { Theme } from '@coldkeep/contract/areas/preferences'
import { type EquipmentRights, guardedKinds } from '@coldkeep/domain/access/equipment'
import type { FactorDemand } from '@coldkeep/domain/access/factor-demand'
import type { PageKey } from '@coldkeep/domain/access/page-key'
import { lacksFactor, mustChoosePassword } from '@coldkeep/domain/access/sign-in-demands'
import type {
  AccountId,
  DepartmentId,
  DevicePermissionTypeId,
  PagePermissionTypeId,
  SignInId,
} from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import { sql } from 'kysely'
import { rightColumns } from '../access/account-right-queries'
import { rightsOf } from '../access/account-rights'
import { departmentsBelow } from '../access/scope-queries'
import type { SignedIn } from '../access/signed-in'
import type { Db, Trx } from '../db/connect'
import type { NamedSignIn } from './token'

export interface AccountDraft {
  readonly login: string
  readonly name: string
  readonly email: string
  readonly passwordHash: string
  readonly departmentId: DepartmentId
  /** The permission types whose pages the account may open. */
  readonly permissionTypeIds: readonly PagePermissionTypeId[]
  /** The equipment permission types it was given whole. */
  readonly equipmentTypeIds?: readonly DevicePermissionTypeId[]
}

/** What signing in needs to know of an account. */
export interface KnownAccount {
  readonly accountId: AccountId
  readonly login: string
  readonly name: string
  readonly email: string
  readonly passwordHash: string
  readonly isEnabled: boolean
  readonly mustChangePassword: boolean
  readonly passwordChangedAt: EpochMs
  readonly language: Language | null
  readonly theme: Theme | null
  readonly equipment: EquipmentRights
  readonly pageKeys: ReadonlySet<PageKey>
  /** Since when signing in takes a one-time code, too. */
  readonly factorSince: EpochMs | null
  readonly factorDemand: FactorDemand | null
}

export async function insertPermissionType(
  db: Db,
  title: string,
  keys: readonly PageKey[],
): Promise<PagePermissionTypeId> {
  const row = await db
    .insertInto('pagePermissionType')
    .values({ title, pageKeys: [...keys] })
    .returning('pagePermissionTypeId')
    .executeTakeFirstOrThrow()
  return row.pagePermissionTypeId
}

/** Of the migration that brought permissions for equipment: all of it, to see and to write to. */
export async function selectWholeEquipmentType(db: Db): Promise<DevicePermissionTypeId[]> {
  const rows = await db
    .selectFrom('devicePermissionType')
    .select('devicePermissionTypeId')
    .where('title', '=', 'All equipment')
    .execute()
  return rows.map((row) => row.devicePermissionTypeId)
}

export async function insertAccount(db: Db, draft: AccountDraft, now: EpochMs): Promise<AccountId> {
  const { permissionTypeIds, equipmentTypeIds = [], ...account } = draft
  const { accountId } = await db
    .insertInto('account')
    .values({ ...account, createdAt: now, passwordChangedAt: now })
    .returning('accountId')
    .executeTakeFirstOrThrow()
  for (const pagePermissionTypeId of permissionTypeIds) {
    await db.insertInto('pagePermission').values({ accountId, pagePermissionTypeId }).execute()
  }
  for (const devicePermissionTypeId of equipmentTypeIds) {
    await db
      .insertInto('devicePermission')
      .values({ accountId, devicePermissionTypeId, given: [...guardedKinds] })
      .execute()
  }
  return accountId
}

/** Any number; it only has to be the same in every server. */
const FIRST_START_LOCK = 4_207_311

/** One server at a time makes the first account, until the end of the transaction. */
export async function lockFirstStart(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(FIRST_START_LOCK)})`.execute(trx)
}

export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('account').select('accountId').limit(1).executeTakeFirst()) !== undefined
}

export function selectAccountByLogin(db: Db, login: string): Promise<KnownAccount | null> {
  return selectAccount(db, 'login', login)
}

export function selectAccountById(db: Db, accountId: AccountId): Promise<KnownAccount | null> {
  return selectAccount(db, 'accountId', accountId)
}

async function selectAccount(
  db: Db,
  by: 'login' | 'accountId',
  value: string | AccountId,
): Promise<KnownAccount | null> {
  const account = await db
    .selectFrom('account')
    .leftJoin('secondFactor', 'secondFactor.accountId', 'account.accountId')
    .select([
      'account.accountId',
      'login',
      'name',
      'email',
      'passwordHash',
      'isEnabled',
      'mustChangePassword',
      'passwordChangedAt',
      'language',
      'theme',
      'secondFactor.confirmedAt as factorSince',
    ])
    .select(factorDemandColumn)
    .select(rightColumns)
    .where(`account.${by}`, '=', value as never)
    .executeTakeFirst()
  if (account === undefined) return null
  const { grantedPages, shownWithPages, equipmentPermissions, ...known } = account
  return { ...known, ...rightsOf({ grantedPages, shownWithPages, equipmentPermissions }) }
}

const factorDemandColumn = sql<FactorDemand | null>`(select factor_demand from company limit 1)`.as(
  'factorDemand',
)

/** The account behind a sign-in that has not ended, or `null`. */
export async function selectSignedIn(db: Db, named: NamedSignIn, now: EpochMs): Promise<SignedIn | null> {
  const row = await db
    .selectFrom('signIn')
    .innerJoin('account', 'account.accountId', 'signIn.accountId')
    .leftJoin('secondFactor', 'secondFactor.accountId', 'account.accountId')
    .select([
      'account.accountId',
      'account.login',
      'account.name',
      'account.departmentId',
      'account.mustChangePassword',
      'signIn.signInId',
      'signIn.createdAt as signedInAt',
      'signIn.issuer',
      'secondFactor.confirmedAt as factorSince',
    ])
    .select(departmentsBelow('account.departmentId'))
    .select(factorDemandColumn)
    .select(rightColumns)
    .where('signIn.signInId', '=', named.signInId)
    .where('account.accountId', '=', named.accountId)
    .where('signIn.expiresAt', '>', now)
    .where('account.isEnabled', '=', true)
    .executeTakeFirst()
  if (row === undefined) return null
  const {
    grantedPages,
    shownWithPages,
    equipmentPermissions,
    issuer,
    factorSince,
    factorDemand,
    ...signedIn
  } = row
  const rights = rightsOf({ grantedPages, shownWithPages, equipmentPermissions })
  return {
    ...signedIn,
    apiKeyId: null,
    isByProvider: issuer !== null,
    mustChangePassword: mustChoosePassword(row),
    lacksFactor: lacksFactor({ issuer, factorSince, factorDemand, pageKeys: rights.pageKeys }),
    ...rights,
  }
}

/** A person without a sign-in, for jobs that they ordered; `null` for one who has no rights (any more). */
export async function selectPerson(db: Db, accountId: AccountId): Promise<SignedIn | null> {
  const row = await db
    .selectFrom('account')
    .select(['accountId', 'login', 'name', 'departmentId', 'createdAt as signedInAt'])
    .select(departmentsBelow('account.departmentId'))
    .select(rightColumns)
    .where('accountId', '=', accountId)
    .where('isEnabled', '=', true)
    .executeTakeFirst()
  if (row === undefined) return null
  const { grantedPages, shownWithPages, equipmentPermissions, ...person } = row
  const rights = rightsOf({ grantedPages, shownWithPages, equipmentPermissions })
  return {
    ...person,
    ...rights,
    signInId: null,
    apiKeyId: null,
    isByProvider: false,
    mustChangePassword: false,
    lacksFactor: false,
  }
}

export interface SignInDraft {
  readonly accountId: AccountId
  readonly secretHash: Uint8Array
  readonly now: EpochMs
  readonly expiresAt: EpochMs
  readonly address: string
  readonly browser: string
  /** The provider that vouched for the sign-in; `null`: it was with account and password. */
  readonly issuer: string | null
}

export async function insertSignIn(db: Db, draft: SignInDraft): Promise<SignInId> {
  const { now, ...row } = draft
  const { signInId } = await db
    .insertInto('signIn')
    .values({ ...row, createdAt: now, renewedAt: now })
    .returning('signInId')
    .executeTakeFirstOrThrow()
  return signInId
}

/** A sign-in by its id, with the hashes of its present secret and of the one before. */
export async function selectSignIn(db: Db, signInId: SignInId) {
  const row = await db
    .selectFrom('signIn')
    .select([
      'signInId',
      'accountId',
      'secretHash',
      'previousSecretHash',
      'createdAt',
      'renewedAt',
      'expiresAt',
      'issuer',
    ])
    .where('signInId', '=', signInId)
    .executeTakeFirst()
  return row ?? null
}

export interface SecretChange {
  readonly signInId: SignInId
  readonly fromHash: Uint8Array
  readonly toHash: Uint8Array
  readonly now: EpochMs
  readonly expiresAt: EpochMs
}

/** Replaces the secret of a sign-in; does nothing when it was replaced already. */
export async function replaceSecret(db: Db, change: SecretChange): Promise<void> {
  await db
    .updateTable('signIn')
    .set({
      secretHash: change.toHash,
      previousSecretHash: change.fromHash,
      renewedAt: change.now,
      expiresAt: change.expiresAt,
    })
    .where('signInId', '=', change.signInId)
    .where('secretHash', '=', change.fromHash)
    .execute()
}

export async function deleteSignIn(db: Db, signInId: SignInId): Promise<void> {
  await db.deleteFrom('signIn').where('signInId', '=', signInId).execute()
}

/** Ends every sign-in there is. @returns how many ended */
export async function deleteSignIns(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('signIn').executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Ends every sign-in of an account but one.
 * @returns how many ended
 */
export async function deleteOtherSignIns(
  db: Db,
  accountId: AccountId,
  kept: SignInId | null,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('signIn')
    .where('accountId', '=', accountId)
    .$if(kept !== null, (query) => query.where('signInId', '!=', kept as SignInId))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export async function deleteExpiredSignIns(db: Db, now: EpochMs): Promise<void> {
  await db.deleteFrom('signIn').where('expiresAt', '<=', now).execute()
}

/** @param isTemporary set by someone else, to be changed at the next sign-in */
export async function updatePasswordHash(
  db: Db,
  accountId: AccountId,
  { passwordHash, isTemporary, now }: { passwordHash: string; isTemporary: boolean; now: EpochMs },
): Promise<void> {
  await db
    .updateTable('account')
    .set({ passwordHash, passwordChangedAt: now, mustChangePassword: isTemporary })
    .where('accountId', '=', accountId)
    .execute()
}
