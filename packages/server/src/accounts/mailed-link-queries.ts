import type { AccountId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import type { Db } from '../db/connect'

export type LinkPurpose = 'invitation' | 'password'

/** The recipient of a link, and how the mail addresses them. */
export interface Addressee {
  readonly accountId: AccountId
  readonly login: string
  readonly name: string
  readonly email: string
  readonly language: Language | null
}

export async function selectAddressee(
  db: Db,
  by: { readonly login: string } | { readonly accountId: AccountId },
): Promise<Addressee | null> {
  const [column, value] =
    'login' in by ? (['login', by.login] as const) : (['accountId', by.accountId] as const)
  const row = await db
    .selectFrom('account')
    .select(['accountId', 'login', 'name', 'email', 'language'])
    .where(column, '=', value as never)
    .where('isEnabled', '=', true)
    .executeTakeFirst()
  return row ?? null
}

export async function deleteLinksOf(db: Db, accountId: AccountId): Promise<void> {
  await db.deleteFrom('mailedLink').where('accountId', '=', accountId).execute()
}

export async function deleteEndedLinks(db: Db, now: EpochMs): Promise<void> {
  await db.deleteFrom('mailedLink').where('expiresAt', '<=', now).execute()
}

export interface LinkDraft {
  readonly tokenHash: Uint8Array
  readonly accountId: AccountId
  readonly purpose: LinkPurpose
  readonly createdAt: EpochMs
  readonly expiresAt: EpochMs
}

export async function insertLink(db: Db, draft: LinkDraft): Promise<void> {
  await db.insertInto('mailedLink').values(draft).execute()
}

/** Whose link this is, while it lasts. */
export async function selectLink(db: Db, tokenHash: Uint8Array, now: EpochMs) {
  const row = await db
    .selectFrom('mailedLink')
    .innerJoin('account', 'account.accountId', 'mailedLink.accountId')
    .select([
      'account.accountId',
      'account.login',
      'account.name',
      'account.email',
      'account.passwordHash',
      'mailedLink.purpose',
    ])
    .where('mailedLink.tokenHash', '=', tokenHash)
    .where('mailedLink.expiresAt', '>', now)
    .where('account.isEnabled', '=', true)
    .executeTakeFirst()
  return row ?? null
}

/** @returns false when there is none (any more) */
export async function deleteLink(db: Db, tokenHash: Uint8Array): Promise<boolean> {
  const row = await db
    .deleteFrom('mailedLink')
    .where('tokenHash', '=', tokenHash)
    .returning('accountId')
    .executeTakeFirst()
  return row !== undefined
}
