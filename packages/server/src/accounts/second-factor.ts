import { createHash, randomBytes } from 'node:crypto'
import { CLAIM_CODE_SIGNS } from '@coldkeep/domain/access/claim-code'
import type { AccountId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import {
  deleteRecoveryCode,
  insertWaitingFactor,
  replaceCodeHashes,
  selectFactorSecret,
  updateLastStep,
} from './second-factor-queries'
import { stepOfCode } from './time-code'

const SECRET_BYTES = 20
const RECOVERY_CODES = 10
/** 16 signs of 5 bits each: too many to be guessed, so that a fast hash is enough. */
const RECOVERY_SIGNS = 16

/**
 * Makes a new secret that waits to be confirmed; one that waited before ends.
 * @returns `null` where the second factor is on already
 */
export async function beginSecondFactor(db: Db, accountId: AccountId): Promise<Uint8Array | null> {
  const secret = randomBytes(SECRET_BYTES)
  return (await insertWaitingFactor(db, accountId, secret)) ? secret : null
}

/** @returns false when the code is not one of the waiting secret, or none waits */
export async function confirmSecondFactor(
  db: Db,
  accountId: AccountId,
  code: string,
  now: EpochMs,
): Promise<boolean> {
  return takeTimeCode(db, accountId, plain(code), now, { isConfirmed: false })
}

/** Takes a code of the device or a recovery code; either is taken once. */
export async function takeCode(db: Db, accountId: AccountId, code: string, now: EpochMs): Promise<boolean> {
  const typed = plain(code)
  if (/^\d{6}$/.test(typed)) return takeTimeCode(db, accountId, typed, now, { isConfirmed: true })
  return deleteRecoveryCode(db, accountId, hashOf(typed))
}

/** New recovery codes in the place of the old ones, in groups that can be read out. */
export async function replaceRecoveryCodes(db: Db, accountId: AccountId): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await replaceCodeHashes(db, accountId, codes.map(hashOf))
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
}

async function takeTimeCode(
  db: Db,
  accountId: AccountId,
  code: string,
  now: EpochMs,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<boolean> {
  const secret = await selectFactorSecret(db, accountId, { isConfirmed })
  const step = secret === null ? null : stepOfCode(secret, code, now)
  if (step === null) return false
  // two who come with the same code at once: the second one finds it taken
  return updateLastStep(db, accountId, step, { isConfirmed, now })
}

/** As people type it: blanks and hyphens count as nothing, I and L as 1, O as 0. */
function plain(code: string): string {
  return code
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
}

function newRecoveryCode(): string {
  return [...randomBytes(RECOVERY_SIGNS)].map((byte) => CLAIM_CODE_SIGNS.charAt(byte & 31)).join('')
}

function hashOf(code: string): Uint8Array {
  return createHash('sha256').update(code).digest()
}
