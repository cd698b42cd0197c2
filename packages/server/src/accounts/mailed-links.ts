import { createHash, randomBytes } from 'node:crypto'
import type { AccountId } from '@coldkeep/domain/ids'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { createTranslator } from '@coldkeep/phrases/phrases'
import type { Language } from '@coldkeep/phrases/translate'
import type { Db } from '../db/connect'
import type { Mail } from '../mail/mail-sender'

export const LINK_LIFE_MS = minutes(30)
const TOKEN_BYTES = 32

export type LinkPurpose = 'invitation' | 'password'

/** Who gets a link, and what the mail says of them. */
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

/** Makes a link and keeps its hash. @returns its token, told to nobody but the owner of the address */
export async function insertLink(
  db: Db,
  accountId: AccountId,
  purpose: LinkPurpose,
  now: EpochMs,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await db.deleteFrom('mailedLink').where('expiresAt', '<=', now).execute()
  await db
    .insertInto('mailedLink')
    .values({
      tokenHash: hashOf(token),
      accountId,
      purpose,
      createdAt: now,
      expiresAt: later(now, LINK_LIFE_MS),
    })
    .execute()
  return token
}

/** Whose link this is, while it lasts. */
export async function selectLink(db: Db, token: string, now: EpochMs) {
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
    .where('mailedLink.tokenHash', '=', hashOf(token))
    .where('mailedLink.expiresAt', '>', now)
    .where('account.isEnabled', '=', true)
    .executeTakeFirst()
  return row ?? null
}

/** Takes a link out of the world. @returns false when somebody else was first */
export async function useUpLink(db: Db, token: string): Promise<boolean> {
  const row = await db
    .deleteFrom('mailedLink')
    .where('tokenHash', '=', hashOf(token))
    .returning('accountId')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteLinksOf(db: Db, accountId: AccountId): Promise<void> {
  await db.deleteFrom('mailedLink').where('accountId', '=', accountId).execute()
}

export interface Letter {
  readonly purpose: LinkPurpose
  readonly to: Addressee
  readonly token: string
  readonly site: string
  readonly publicUrl: string
  /** Where the account has chosen none. */
  readonly language: Language
}

/** The token stands behind `#`, so that no server and no log on the way ever sees it. */
export function writeLetter({ purpose, to, token, site, publicUrl, language }: Letter): Mail {
  const translate = createTranslator(to.language ?? language)
  const values = {
    site,
    name: to.name,
    account: to.login,
    link: `${publicUrl}/login#link=${token}`,
    minutes: LINK_LIFE_MS / minutes(1),
  }
  return {
    to: to.email,
    subject: translate(`mail.${purpose}.subject`, values),
    text: translate(`mail.${purpose}.text`, values),
  }
}

function hashOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}
