import type { AccountId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db, Trx } from '../db/connect'

/** A box that is to take the place of another. */
export interface Replacement {
  readonly secretHash: Uint8Array
  readonly until: EpochMs
  readonly serial: string
  readonly hardware: string
  /** Who made its code. */
  readonly by: string
  readonly accountId: AccountId | null
}

/** A place as it is judged when a box proves itself. */
export interface JudgedPlace {
  readonly terminalId: TerminalId
  readonly storeId: StoreId
  readonly secretHash: Uint8Array
  readonly isEnabled: boolean
  /** `null`: none waits, or it has waited too long. */
  readonly next: Replacement | null
}

const NONE_WAITING = {
  nextSecretHash: null,
  nextUntil: null,
  nextSerial: null,
  nextHardware: null,
  nextBy: null,
  nextAccountId: null,
} as const

/**
 * True where a box has the place, or had it: it is never ended by a code alone. Keeps others from the place.
 */
export async function lockTaken(trx: Trx, storeId: StoreId, terminalId: TerminalId): Promise<boolean> {
  const { claimedAt } = await trx
    .selectFrom('terminal')
    .select('claimedAt')
    .where('terminalId', '=', terminalId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (claimedAt !== null) return true
  const state = await trx
    .selectFrom('terminalState')
    .select('lastMessageAt')
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .executeTakeFirst()
  return (state?.lastMessageAt ?? null) !== null
}

/** Records a box that waits; one that waited before is dropped. */
export async function awaitReplacement(trx: Trx, terminalId: TerminalId, next: Replacement): Promise<void> {
  await trx
    .updateTable('terminal')
    .set({
      nextSecretHash: next.secretHash,
      nextUntil: next.until,
      nextSerial: next.serial,
      nextHardware: next.hardware,
      nextBy: next.by,
      nextAccountId: next.accountId,
    })
    .where('terminalId', '=', terminalId)
    .execute()
}

/** Keeps others from the place until it is settled. */
export async function lockJudged(trx: Trx, terminal: string, now: EpochMs): Promise<JudgedPlace | null> {
  const row = await trx
    .selectFrom('terminal')
    .select(['terminalId', 'storeId', 'secretHash', 'isEnabled'])
    .select(['nextSecretHash', 'nextUntil', 'nextSerial', 'nextHardware', 'nextBy', 'nextAccountId'])
    .where('terminalId', '=', terminal as TerminalId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  const { terminalId, storeId, secretHash, isEnabled, nextSecretHash, nextUntil } = row
  const isAwaited = nextSecretHash !== null && nextUntil !== null && now < nextUntil
  const next = isAwaited && {
    secretHash: nextSecretHash,
    until: nextUntil,
    serial: row.nextSerial ?? '',
    hardware: row.nextHardware ?? '',
    by: row.nextBy ?? '',
    accountId: row.nextAccountId,
  }
  return { terminalId, storeId, secretHash, isEnabled, next: next || null }
}

/** The box with this secret has the place from now on, alone. */
export async function giveTerminal(
  trx: Db,
  terminalId: TerminalId,
  box: { readonly secretHash: Uint8Array; readonly serial: string; readonly hardware: string },
  now: EpochMs,
): Promise<void> {
  await trx
    .updateTable('terminal')
    .set({
      ...NONE_WAITING,
      secretHash: box.secretHash,
      oldSecretHash: null,
      oldSecretUntil: null,
      ticketHash: null,
      ticketUntil: null,
      serial: box.serial,
      hardware: box.hardware,
      claimedAt: now,
      credentialChangedAt: now,
    })
    .where('terminalId', '=', terminalId)
    .execute()
}

/** @returns false where none waited */
export async function forgetReplacement(trx: Trx, terminalId: TerminalId, now: EpochMs): Promise<boolean> {
  const row = await trx
    .updateTable('terminal')
    .set(NONE_WAITING)
    .where('terminalId', '=', terminalId)
    .where('nextUntil', '>', now)
    .returning('terminalId')
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets those that have waited too long. @returns their places, and how long they were awaited */
export function forgetOverdue(trx: Trx, now: EpochMs) {
  return (
    trx
      .updateTable('terminal as t')
      // what is returned of the row itself has been forgotten by then
      .from((query) =>
        query
          .selectFrom('terminal')
          .select(['terminalId', 'nextUntil', 'nextSerial', 'nextBy'])
          .where('nextUntil', '<=', now)
          .forUpdate()
          .as('overdue'),
      )
      .set(NONE_WAITING)
      .whereRef('t.terminalId', '=', 'overdue.terminalId')
      .returning([
        't.terminalId',
        't.storeId',
        'overdue.nextUntil as until',
        'overdue.nextSerial as serial',
        'overdue.nextBy as by',
      ])
      .execute()
  )
}
