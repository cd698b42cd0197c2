import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { ProblemCode } from '@coldkeep/contract/problem-status'
import {
  CLAIM_CODE_SIGNS,
  type ClaimCode,
  readClaimCode,
  writeClaimCode,
} from '@coldkeep/domain/access/claim-code'
import type { AccountId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import { type EpochMs, hours, later } from '@coldkeep/domain/time/instant'
import { addAudit } from '../audit/add-audit'
import type { Db } from '../db/connect'
import { usePoints } from '../service-points/post-act'
import { insertClaim, type OpenClaim, selectClaim, spendCode, takeTry } from './claim-queries'
import { awaitReplacement, giveTerminal, lockTaken } from './replacement-queries'
import { hashSecret, newSecret } from './terminal-credential'

const CODE_LIFE_MS = hours(72)
/** So long a box may take to prove itself that is to replace another. */
const REPLACEMENT_LIFE_MS = hours(24)
const MOST_WRONG_TRIES = 10
const CODE_LENGTH = 12
const SELECTORS_TRIED = 20

interface Place {
  readonly terminalId: TerminalId
  readonly storeId: StoreId
}

/**
 * Makes a code for a terminal's place; one that was open ends. It cannot be read back from what is stored.
 */
export async function openClaim(
  trx: Db,
  { terminalId, storeId }: Place,
  createdBy: { readonly accountId: AccountId; readonly name: string },
  now: EpochMs,
): Promise<{ readonly code: string; readonly expiresAt: EpochMs }> {
  const expiresAt = later(now, CODE_LIFE_MS)
  for (let tries = 0; tries < SELECTORS_TRIED; tries++) {
    const code = newCode()
    const verifierHash = hashSecret(code.verifier)
    const isFree = await insertClaim(trx, {
      terminalId,
      storeId,
      selector: code.selector,
      verifierHash,
      wrongTries: 0,
      expiresAt,
      createdBy: createdBy.name,
      accountId: createdBy.accountId,
      createdAt: now,
    })
    if (isFree) return { code: writeClaimCode(code), expiresAt }
  }
  throw new Error('no selector is free for a claim code')
}

export interface Box {
  readonly serial: string
  readonly hardware: string
}

export type ClaimRefusal = ProblemCode &
  ('claim.unknown' | 'claim.expired' | 'claim.locked' | 'terminal.disabled')

/**
 * A box takes a place: its code is spent, and a credential begins. Where a box has the place it stays there, and the new
 * one waits beside it until it has proved itself.
 * @param updateBroker what it throws is thrown, and the code stays
 */
export async function claim(
  db: Db,
  codeText: string,
  box: Box,
  now: EpochMs,
  updateBroker: (terminal: TerminalId, secret: string) => Promise<void>,
): Promise<Result<Place & { readonly secret: string; readonly takesOver: boolean }, ClaimRefusal>> {
  const code = readClaimCode(codeText)
  if (code === null) return fail('claim.unknown')
  // counted before it is judged, so that many at once cannot slip through together
  const open = await takeTry(db, code.selector, MOST_WRONG_TRIES)
  if (open === null) {
    return fail((await selectClaim(db, code.selector)) === null ? 'claim.unknown' : 'claim.locked')
  }
  const refuse = async (reason: ClaimRefusal) => {
    await auditClaim(db, open, { ...box, reason, outcome: 'refused' }, now)
    return fail(reason)
  }
  if (!timingSafeEqual(hashSecret(code.verifier), open.verifierHash)) return refuse('claim.unknown')
  if (now >= open.expiresAt) return refuse('claim.expired')
  if (!open.isEnabled) return refuse('terminal.disabled')
  const secret = newSecret()
  const { terminalId, storeId } = open
  const secretHash = hashSecret(secret)
  const outcome = await db.transaction().execute(async (trx) => {
    if (!(await spendCode(trx, open))) return 'spent'
    if (await lockTaken(trx, storeId, terminalId)) {
      const until = later(now, REPLACEMENT_LIFE_MS)
      const { createdBy: by, accountId } = open
      await awaitReplacement(trx, terminalId, { ...box, secretHash, until, by, accountId })
      await auditReplacement(trx, open, box, until, now)
      return 'awaited'
    }
    await giveTerminal(trx, terminalId, { ...box, secretHash }, now)
    await auditClaim(trx, open, { ...box, outcome: 'done' }, now)
    // the place is activated once, whatever box takes it; a store is not left unwatched for want of points
    await usePoints(trx, {
      act: 'terminal_claim',
      cause: { kind: 'terminal', id: terminalId },
      detail: { terminalId, serial: box.serial },
      by: { accountId: null, name: open.createdBy },
      ...{ storeId, now },
    })
    await updateBroker(terminalId, secret)
    return 'taken'
  })
  if (outcome === 'spent') return fail('claim.unknown')
  return ok({ terminalId, storeId, secret, takesOver: outcome === 'awaited' })
}

function auditReplacement(
  trx: Db,
  { terminalId, storeId, createdBy }: OpenClaim,
  { serial, hardware }: Box,
  until: EpochMs,
  at: EpochMs,
): Promise<void> {
  return addAudit(trx, {
    at,
    by: { accountId: null, name: terminalId },
    storeId,
    kind: 'terminal.replacement',
    subject: terminalId,
    detail: { serial, hardware, code_by: createdBy, until: new Date(until).toISOString() },
    outcome: 'begun',
  })
}

function auditClaim(
  db: Db,
  { terminalId, storeId }: Place,
  { outcome, ...detail }: Box & { readonly reason?: string; readonly outcome: 'done' | 'refused' },
  at: EpochMs,
): Promise<void> {
  const by = { accountId: null, name: terminalId }
  return addAudit(db, { at, by, storeId, kind: 'terminal.claim', subject: terminalId, detail, outcome })
}

function newCode(): ClaimCode {
  // 32 signs: five bits of each random byte make one, all alike
  const signs = [...randomBytes(CODE_LENGTH)].map((byte) => CLAIM_CODE_SIGNS.charAt(byte & 31)).join('')
  const code = readClaimCode(signs)
  if (code === null) throw new Error('a new claim code cannot be read')
  return code
}
