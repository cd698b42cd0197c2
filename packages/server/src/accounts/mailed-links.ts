import { createHash, randomBytes } from 'node:crypto'
import type { AccountId } from '@coldkeep/domain/ids'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { createTranslator } from '@coldkeep/phrases/phrases'
import type { Language } from '@coldkeep/phrases/translate'
import type { Db } from '../db/connect'
import type { Mail } from '../mail/mail-sender'
import {
  type Addressee,
  deleteEndedLinks,
  deleteLink,
  insertLink,
  type LinkPurpose,
  selectLink,
} from './mailed-link-queries'

export const LINK_LIFE_MS = minutes(30)
const TOKEN_BYTES = 32

/**
 * Makes a link and keeps its hash.
 * @returns its token, which is sent to the owner of the address alone
 */
export async function makeLink(
  db: Db,
  accountId: AccountId,
  purpose: LinkPurpose,
  now: EpochMs,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await deleteEndedLinks(db, now)
  await insertLink(db, {
    tokenHash: hashOf(token),
    accountId,
    purpose,
    createdAt: now,
    expiresAt: later(now, LINK_LIFE_MS),
  })
  return token
}

/** Whose link this is, while it lasts. */
export function findLink(db: Db, token: string, now: EpochMs) {
  return selectLink(db, hashOf(token), now)
}

/**
 * Uses up a link.
 * @returns false when it had been used already
 */
export function useUpLink(db: Db, token: string): Promise<boolean> {
  return deleteLink(db, hashOf(token))
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

/** The token follows the `#`, so that no server and no log on the way ever sees it. */
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
