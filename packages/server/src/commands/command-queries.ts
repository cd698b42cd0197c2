import type { CommandOperation } from '@coldkeep/contract/mqtt/command'
import type { CommandState } from '@coldkeep/domain/commands/command-state'
import { LOST, openStates } from '@coldkeep/domain/commands/command-state'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { sameIn } from '../db/same-in'
import type { ArrivedResult } from '../messages/read-report'

/** What is put into the signed message. */
export interface SentCommand {
  readonly storeId: StoreId
  readonly commandId: string
  readonly terminalId: TerminalId
  readonly op: CommandOperation
  readonly arg: Readonly<Record<string, unknown>>
  readonly createdAt: EpochMs
  readonly expiresAt: EpochMs
}

const sentColumns = ['storeId', 'commandId', 'terminalId', 'op', 'arg', 'createdAt', 'expiresAt'] as const
/** A terminal that took a command and is silent for this long after its end will not answer any more. */
const LOST_AFTER_MS = days(7)
const MOST_AT_ONCE = 200
/** A terminal refuses more than 16 commands at once; some are left for everything else. */
const MOST_WRITES_AT_ONCE = 8

/** Takes commands of terminals that are there; each is given to one process alone. */
export async function takeQueued(db: Db, now: EpochMs): Promise<SentCommand[]> {
  const waiting = await db
    .selectFrom('command')
    .innerJoin('terminalState', sameIn('terminalState', 'command', 'storeId', 'terminalId'))
    .select('command.commandId')
    .where('command.state', '=', 'queued')
    .where('command.expiresAt', '>', now)
    .where('terminalState.connection', '=', 'online')
    .where(isItsTurn())
    .orderBy('command.createdAt')
    .limit(MOST_AT_ONCE)
    .execute()
  if (waiting.length === 0) return []
  const taken = await db
    .updateTable('command')
    .set({ state: 'sent', sentAt: now, changedAt: now })
    .where(
      'commandId',
      'in',
      waiting.map(({ commandId }) => commandId),
    )
    .where('state', '=', 'queued')
    .returning(sentColumns)
    .execute()
  return taken.sort((a, b) => (a.commandId < b.commandId ? -1 : 1))
}

/** Of writes a terminal is given a few at a time, in the order in which they were requested. */
function isItsTurn() {
  return sql<SqlBool>`(command.op <> 'write' or (select count(*) from command earlier
    where earlier.store_id = command.store_id and earlier.terminal_id = command.terminal_id and earlier.op = 'write'
      and (earlier.state in ('sent', 'accepted', 'running')
        or (earlier.state = 'queued' and earlier.command_id < command.command_id))) < ${MOST_WRITES_AT_ONCE})`
}

/** Gives back what could not be handed to the broker. */
export async function putBack(db: Db, { storeId, commandId }: SentCommand, now: EpochMs): Promise<void> {
  await db
    .updateTable('command')
    .set({ state: 'queued', sentAt: null, changedAt: now })
    .where('storeId', '=', storeId)
    .where('commandId', '=', commandId)
    .where('state', '=', 'sent')
    .execute()
}

/** What was sent to these terminals and is still open: they may never have got it. */
export async function takeSent(
  db: Db,
  terminals: readonly TerminalId[],
  now: EpochMs,
): Promise<SentCommand[]> {
  if (terminals.length === 0) return []
  return db
    .updateTable('command')
    .set({ sentAt: now })
    .where('terminalId', 'in', terminals)
    .where('state', 'in', openStates)
    .where('state', '!=', 'queued')
    .where('expiresAt', '>', now)
    .returning(sentColumns)
    .execute()
}

/** Ends commands that were not taken in time, and those that were taken and never answered. */
export async function endOverdue(db: Db, now: EpochMs): Promise<SentCommand[]> {
  await db
    .updateTable('command')
    .set({ state: 'failed', errorCode: LOST, errorText: 'the terminal did not answer', changedAt: now })
    .where('state', 'in', ['accepted', 'running'])
    .where('expiresAt', '<=', later(now, -LOST_AFTER_MS))
    .execute()
  return db
    .updateTable('command')
    .set({ state: 'expired', changedAt: now })
    .where('state', 'in', ['queued', 'sent'])
    .where('expiresAt', '<=', now)
    .returning(sentColumns)
    .execute()
}

/** @returns false where it was sent already, or ended */
export function cancelQueued(db: Db, storeId: StoreId, commandId: string, now: EpochMs): Promise<boolean> {
  return endFrom(db, { storeId, commandId }, ['queued', 'cancelled'], now)
}

/**
 * Ends a command that was handed to the broker, so that it is not sent again. Its terminal may have it all
 * the same and report on it.
 * @returns false where the terminal has taken it, or it ended
 */
export function expireSent(db: Db, storeId: StoreId, commandId: string, now: EpochMs): Promise<boolean> {
  return endFrom(db, { storeId, commandId }, ['sent', 'expired'], now)
}

async function endFrom(
  db: Db,
  { storeId, commandId }: Pick<SentCommand, 'storeId' | 'commandId'>,
  [from, to]: readonly [CommandState, CommandState],
  now: EpochMs,
): Promise<boolean> {
  const row = await db
    .updateTable('command')
    .set({ state: to, changedAt: now })
    .where('storeId', '=', storeId)
    .where('commandId', '=', commandId)
    .where('state', '=', from)
    .returning('commandId')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Held until the end of the transaction, so that two results of one command are handled one after the other.
 */
export async function lockCommand(trx: Db, storeId: StoreId, commandId: string) {
  const row = await trx
    .selectFrom('command')
    .select(['terminalId', 'op', 'arg', 'state', 'errorCode', 'createdBy'])
    .where('storeId', '=', storeId)
    .where('commandId', '=', commandId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

const MOST_LISTED = 100

/** Of one terminal, newest first. */
export async function selectCommands(db: Db, storeId: StoreId, terminalId: TerminalId) {
  return db
    .selectFrom('command')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .orderBy('createdAt', 'desc')
    .orderBy('commandId', 'desc')
    .limit(MOST_LISTED)
    .execute()
}

export type CommandRow = Awaited<ReturnType<typeof selectCommands>>[number]

/** A new command and its author. */
interface NewCommand extends SentCommand {
  readonly createdBy: string
}

/** Puts a command among those that wait for their terminal. */
export async function insertCommand(
  trx: Trx,
  { storeId, commandId, terminalId, op, arg, createdBy, createdAt, expiresAt }: NewCommand,
): Promise<void> {
  await trx
    .insertInto('command')
    .values({
      storeId,
      commandId,
      terminalId,
      op,
      arg,
      state: 'queued',
      percent: null,
      outcome: null,
      errorCode: null,
      errorText: null,
      createdBy,
      createdAt,
      expiresAt,
      sentAt: null,
      changedAt: createdAt,
    })
    .execute()
}

/** The highest id that a terminal was ever given; `null` where it was given none. */
export async function selectNewestCommandId(
  db: Db,
  storeId: StoreId,
  terminalId: TerminalId,
): Promise<string | null> {
  const newest = await db
    .selectFrom('command')
    .select('commandId')
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .orderBy('commandId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.commandId ?? null
}

/** Stores what a terminal reported about a command, and the resulting state. */
export async function updateCommandState(
  trx: Trx,
  state: CommandState,
  { storeId, receivedAt, result }: ArrivedResult,
): Promise<void> {
  await trx
    .updateTable('command')
    .set({
      state,
      percent: result.pc ?? null,
      errorCode: result.err?.code ?? null,
      errorText: result.err?.text ?? null,
      changedAt: receivedAt,
      ...(result.out && { outcome: result.out }),
    })
    .where('storeId', '=', storeId)
    .where('commandId', '=', result.id)
    .execute()
}

/** Gives up commands of one operation that their terminal has not taken. */
export async function cancelUntaken(
  db: Db,
  { storeId, terminalId }: Pick<SentCommand, 'storeId' | 'terminalId'>,
  op: CommandOperation,
  now: EpochMs,
): Promise<void> {
  await db
    .updateTable('command')
    .set({ state: 'cancelled', changedAt: now })
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('op', '=', op)
    .where('state', 'in', ['queued', 'sent'])
    .execute()
}
