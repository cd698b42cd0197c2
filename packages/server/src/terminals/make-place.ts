import { randomBytes } from 'node:crypto'
import { MOST_TERMINALS } from '@coldkeep/contract/areas/store-settings'
import { Problem } from '@coldkeep/contract/problem'
import { CLAIM_CODE_SIGNS } from '@coldkeep/domain/access/claim-code'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../access/signed-in'
import { type AuditEntry, addAudit } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import { openClaim } from './claim'
import { notifyOfTerminal } from './notify-of-terminal'
import { lockTaken } from './replacement-queries'
import { hashSecret, newSecret } from './terminal-credential'
import { countPlaces, insertPlace, lockPlaces } from './terminal-queries'

const ID_LENGTH = 8

/** A place without a box, under an id of its own: its secret is known to no one. */
export async function makePlace(trx: Db, storeId: StoreId, now: EpochMs): Promise<TerminalId> {
  for (;;) {
    const signs = [...randomBytes(ID_LENGTH)].map((byte) => CLAIM_CODE_SIGNS.charAt(byte & 31)).join('')
    const terminalId = `TB-${signs}` as TerminalId
    if (await makePlaceNamed(trx, terminalId, storeId, now)) return terminalId
  }
}

/**
 * The same under an id that is on a label already.
 * @returns false where it is in use
 * @throws Problem `terminal.too_many`
 */
export async function makePlaceNamed(
  trx: Db,
  terminalId: TerminalId,
  storeId: StoreId,
  now: EpochMs,
): Promise<boolean> {
  await checkRoom(trx, storeId)
  return insertPlace(trx, { terminalId, storeId, secretHash: hashSecret(newSecret()) }, now)
}

/** Concurrent callers wait: together they make no more than there is room for. */
async function checkRoom(trx: Db, storeId: StoreId): Promise<void> {
  await lockPlaces(trx, storeId)
  const count = await countPlaces(trx, storeId)
  if (count >= MOST_TERMINALS) throw new Problem('terminal.too_many', { limit: MOST_TERMINALS })
}

/** A new place, audited. */
export async function addPlace(trx: Db, user: SignedIn, storeId: StoreId, now: EpochMs): Promise<TerminalId> {
  const terminalId = await makePlace(trx, storeId, now)
  await addAudit(trx, terminalEntry(user, { terminalId, storeId }, 'terminal.add', now))
  return terminalId
}

/**
 * A claim code for a place, audited; one that was open ends. Where a box has the place, people over the store
 * are notified.
 */
export async function addClaim(
  trx: Trx,
  user: SignedIn,
  place: { readonly terminalId: TerminalId; readonly storeId: StoreId },
  now: EpochMs,
) {
  const { storeId, terminalId } = place
  const isTaken = await lockTaken(trx, storeId, terminalId)
  await addAudit(trx, terminalEntry(user, place, isTaken ? 'terminal.code_running' : 'terminal.code', now))
  if (isTaken) {
    const { name: person, accountId } = user
    await notifyOfTerminal(trx, { storeId, terminalId, about: 'code', person, accountId }, now)
  }
  return openClaim(trx, place, user, now)
}

export function terminalEntry(
  user: SignedIn,
  { terminalId, storeId }: { readonly terminalId: TerminalId; readonly storeId: StoreId },
  kind: string,
  at: EpochMs,
): AuditEntry {
  const by = { accountId: user.accountId, name: user.name }
  return { at, by, storeId, kind, subject: terminalId, outcome: 'done' }
}
