import type { CommandOperation } from '@coldkeep/contract/mqtt/command'
import type { CommandArguments } from '@coldkeep/contract/mqtt/command-arguments'
import { MAX_WIRE_BYTES } from '@coldkeep/contract/mqtt/envelope'
import type { DeviceId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { days, type EpochMs, hours, later, minutes, seconds } from '@coldkeep/domain/time/instant'
import { type Actor, addAudit } from '../audit/add-audit'
import type { Trx } from '../db/connect'
import { commandIdAfter, newCommandId } from './command-id'
import { insertCommand, selectNewestCommandId } from './command-queries'

/** How long a terminal may take to appear and begin. */
const lives: Record<CommandOperation, number> = {
  'cfg.apply': days(7),
  'run.once': seconds(60),
  write: seconds(60),
  'log.fetch': hours(24),
  // as long as its token holds
  'cred.rotate': minutes(10),
  restart: minutes(10),
  // a terminal that comes back after a weekend still gets it
  'fw.install': days(3),
  'screen.open': seconds(60),
  // a picture of now, or none
  'camera.snapshot': seconds(15),
}

/** Base64url of the signed text takes four thirds, and the envelope a little. */
export const MOST_SCRIPT_BYTES = Math.floor((MAX_WIRE_BYTES * 3) / 4) - 2_048

export interface CommandDraft<Operation extends CommandOperation> {
  readonly terminalId: TerminalId
  readonly storeId: StoreId
  readonly op: Operation
  readonly arg: (commandId: string) => CommandArguments<Operation>
  readonly by: Actor
  /** What it is for, where it is not for the terminal as a whole. */
  readonly deviceIds?: readonly DeviceId[]
  /** Set where the caller limits how long it may wait. */
  readonly lifeMs?: number
  /** It only reads, again and again, and no one has ordered it: the audit has no row of it. */
  readonly isRoutine?: boolean
}

/**
 * Records a command and its author, in the transaction that gives it. It is sent when its terminal is
 * connected.
 */
export async function makeCommand<Operation extends CommandOperation>(
  trx: Trx,
  {
    terminalId,
    storeId,
    op,
    arg,
    by,
    deviceIds = [],
    lifeMs = lives[op],
    isRoutine = false,
  }: CommandDraft<Operation>,
  now: EpochMs,
): Promise<string> {
  const commandId = await nextCommandId(trx, { storeId, terminalId }, now)
  await insertCommand(trx, {
    storeId,
    commandId,
    terminalId,
    op,
    arg: arg(commandId),
    createdBy: by.name,
    createdAt: now,
    expiresAt: later(now, lifeMs),
  })
  if (isRoutine) return commandId
  await addAudit(trx, {
    at: now,
    by,
    storeId,
    deviceIds,
    kind: `command.${op}`,
    subject: terminalId,
    detail: { command: commandId },
    outcome: 'begun',
  })
  return commandId
}

/** Higher than all before it, also where the clock was set back: a terminal takes nothing below what it has forgotten. */
async function nextCommandId(
  trx: Trx,
  { storeId, terminalId }: Pick<CommandDraft<CommandOperation>, 'storeId' | 'terminalId'>,
  now: EpochMs,
): Promise<string> {
  const newest = await selectNewestCommandId(trx, storeId, terminalId)
  const id = newCommandId(now)
  return newest === null || newest < id ? id : commandIdAfter(newest)
}
