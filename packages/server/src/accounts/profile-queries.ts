import type { Company, Engineer, Profile } from '@coldkeep/contract/areas/account'
import type { Theme } from '@coldkeep/contract/areas/preferences'
import type { AccountId, DepartmentId, SignInId } from '@coldkeep/domain/ids'
import type { PersonalChannel } from '@coldkeep/domain/notices/notice-kind'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import { sql } from 'kysely'
import { isBelow } from '../access/scope-queries'
import type { Db } from '../db/connect'

const MOST_ENGINEERS = 500

type CompanyRow = Omit<Company, 'mayEdit'>

/** The company; until its data are entered, it has the name of the top of the organisation. */
export async function selectCompany(db: Db): Promise<CompanyRow> {
  const row = await db
    .selectFrom('company')
    .select(['name', 'head', 'address', 'serviceEndsOn', 'factorDemand', 'levelNames', 'revision'])
    .executeTakeFirst()
  if (row !== undefined) return row
  const top = await db
    .selectFrom('department')
    .select('name')
    .where('parentId', 'is', null)
    .orderBy('departmentId')
    .limit(1)
    .executeTakeFirst()
  const unwritten = {
    head: '',
    address: '',
    serviceEndsOn: null,
    factorDemand: 'nobody',
    levelNames: '',
    revision: 0,
  } as const
  return { name: top?.name ?? '', ...unwritten }
}

/** @returns false when the revision is not the current one */
export async function updateCompany(db: Db, { revision, ...company }: CompanyRow): Promise<boolean> {
  const next = { ...company, revision: revision + 1 }
  const row =
    revision === 0
      ? await db
          .insertInto('company')
          .values(next)
          .onConflict((conflict) => conflict.column('companyId').doNothing())
          .returning('companyId')
          .executeTakeFirst()
      : await db
          .updateTable('company')
          .set(next)
          .where('revision', '=', revision)
          .returning('companyId')
          .executeTakeFirst()
  return row !== undefined
}

export type ProfileRow = Omit<Profile, 'engineers' | 'signedInAt' | 'isByProvider'>

export async function selectProfile(db: Db, accountId: AccountId): Promise<ProfileRow> {
  return db
    .selectFrom('account')
    .innerJoin('department', 'department.departmentId', 'account.departmentId')
    .select([
      'account.login',
      'account.name',
      'account.email',
      'department.name as department',
      'account.departmentId',
      'account.title',
      'account.mobile',
      'account.phone',
      'account.createdAt as registeredAt',
      'account.passwordChangedAt',
      'account.revision',
    ])
    .where('account.accountId', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** Engineers of a department and of those below it, by name. */
export async function selectEngineers(db: Db, top: DepartmentId): Promise<Engineer[]> {
  return db
    .selectFrom('account')
    .innerJoin('department', 'department.departmentId', 'account.departmentId')
    .select([
      'account.login',
      'account.name',
      'account.email',
      'account.title',
      sql<string>`case when account.mobile = '' then account.phone else account.mobile end`.as('phone'),
      'department.name as department',
      'account.alertServiceEndsOn',
    ])
    .where('account.isEngineer', '=', true)
    .where('account.isEnabled', '=', true)
    .where(isBelow(top))
    .orderBy('account.name')
    .orderBy('account.accountId')
    .limit(MOST_ENGINEERS)
    .execute()
}

export interface ProfileChange {
  readonly name: string
  readonly title: string
  readonly mobile: string
  readonly phone: string
  readonly departmentId?: DepartmentId
  /** Left out: the current values are replaced, whatever their revision. */
  readonly revision?: number
}

/** @returns false when the revision is not the current one */
export async function updateProfile(
  db: Db,
  accountId: AccountId,
  { revision, ...change }: ProfileChange,
): Promise<boolean> {
  const row = await db
    .updateTable('account')
    .set((set) => ({ ...change, revision: set('revision', '+', 1) }))
    .where('accountId', '=', accountId)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision as number))
    .returning('accountId')
    .executeTakeFirst()
  return row !== undefined
}

/** Who chooses a new password, and what they are called. */
export function selectChooser(db: Db, accountId: AccountId) {
  return db
    .selectFrom('account')
    .select(['login', 'name', 'email', 'passwordHash'])
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
}

export async function selectPasswordHash(db: Db, accountId: AccountId): Promise<string> {
  const row = await db
    .selectFrom('account')
    .select('passwordHash')
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.passwordHash
}

export async function updatePreferences(
  db: Db,
  accountId: AccountId,
  chosen: { readonly language?: Language; readonly theme?: Theme },
): Promise<void> {
  await db.updateTable('account').set(chosen).where('accountId', '=', accountId).execute()
}

export async function selectSignIns(db: Db, accountId: AccountId, now: EpochMs) {
  return db
    .selectFrom('signIn')
    .select(['signInId', 'createdAt', 'renewedAt', 'address', 'browser', 'issuer'])
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', now)
    .orderBy('renewedAt', 'desc')
    .orderBy('signInId', 'desc')
    .execute()
}

/** @returns false when the account has no such sign-in */
export async function deleteOwnSignIn(db: Db, accountId: AccountId, signInId: SignInId): Promise<boolean> {
  const row = await db
    .deleteFrom('signIn')
    .where('accountId', '=', accountId)
    .where('signInId', '=', signInId)
    .returning('signInId')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes messages by a channel, or none. @returns false where it was so before */
export async function switchChannel(
  db: Db,
  accountId: AccountId,
  channel: PersonalChannel,
  isOn: boolean,
): Promise<boolean> {
  const silenced = sql<boolean>`${channel}::text = any(silenced_channels)`
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({
      silencedChannels: isOn
        ? sql<PersonalChannel[]>`array_remove(silenced_channels, ${channel}::text)`
        : sql<PersonalChannel[]>`array_append(silenced_channels, ${channel}::text)`,
    })
    .where('accountId', '=', accountId)
    .where(isOn ? silenced : sql<boolean>`not ${silenced}`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
