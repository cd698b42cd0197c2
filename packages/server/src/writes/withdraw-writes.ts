import type { DeviceId, DeviceModelId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type SqlBool, sql } from 'kysely'
import { addAudit, SERVER } from '../audit/add-audit'
import { cancelQueued, expireSent } from '../commands/command-queries'
import type { Trx } from '../db/connect'
import { selectLine, told } from './follow-writes'

/** For what writes are taken back: what they were meant for is no longer what it was. */
export type WithdrawReason = 'retired' | 'changed' | 'swapped' | 'model' | 'port'

interface Waiting {
  readonly storeId: StoreId
  readonly commandId: string
}

/** Takes back what waits for a device: it is out of use, elsewhere, or has another controller. */
export async function withdrawWritesTo(
  trx: Trx,
  { storeId, deviceId }: { readonly storeId: StoreId; readonly deviceId: DeviceId },
  why: WithdrawReason,
  now: EpochMs,
): Promise<void> {
  const waiting = await selectWaiting(trx)
    .where('writeLine.storeId', '=', storeId)
    .where('writeLine.deviceId', '=', deviceId)
    .execute()
  await withdraw(trx, waiting, why, now)
}

/** The same of every device of a model that is published anew: its writes may be others now. */
export async function withdrawWritesOfModel(
  trx: Trx,
  deviceModelId: DeviceModelId,
  now: EpochMs,
): Promise<void> {
  const waiting = await selectWaiting(trx)
    .innerJoin('device', (join) =>
      join
        .onRef('device.storeId', '=', 'writeLine.storeId')
        .onRef('device.deviceId', '=', 'writeLine.deviceId'),
    )
    .where('device.deviceModelId', '=', deviceModelId)
    .execute()
  await withdraw(trx, waiting, 'model', now)
}

/** The same of what would go out over ports of a terminal that lead elsewhere now. */
export async function withdrawWritesOver(
  trx: Trx,
  { storeId, terminalId }: { readonly storeId: StoreId; readonly terminalId: TerminalId },
  portIds: readonly string[],
  now: EpochMs,
): Promise<void> {
  if (portIds.length === 0) return
  const waiting = await selectWaiting(trx)
    .where('command.storeId', '=', storeId)
    .where('command.terminalId', '=', terminalId)
    .where(sql<SqlBool>`command.arg ->> 'portId' = any(${portIds}::text[])`)
    .execute()
  await withdraw(trx, waiting, 'port', now)
}

function selectWaiting(trx: Trx) {
  return trx
    .selectFrom('writeLine')
    .innerJoin('command', (join) =>
      join
        .onRef('command.storeId', '=', 'writeLine.storeId')
        .onRef('command.commandId', '=', 'writeLine.commandId'),
    )
    .select(['command.storeId', 'command.commandId'])
    .where('command.state', 'in', ['queued', 'sent'])
    .orderBy('command.commandId')
}

/**
 * What was handed to the broker is not sent again; should its terminal have it all the same, its word is believed.
 */
async function withdraw(
  trx: Trx,
  waiting: readonly Waiting[],
  why: WithdrawReason,
  now: EpochMs,
): Promise<void> {
  for (const { storeId, commandId } of waiting) {
    const isTaken = await cancelQueued(trx, storeId, commandId, now)
    if (!isTaken && !(await expireSent(trx, storeId, commandId, now))) continue
    if (isTaken) await setFault(trx, { storeId, commandId }, why === 'retired' ? 'retired' : 'changed')
    const line = await selectLine(trx, storeId, commandId)
    if (line === null) continue
    await addAudit(trx, {
      at: now,
      by: SERVER,
      storeId,
      deviceIds: [line.deviceId],
      kind: 'write.withdraw',
      subject: line.name,
      detail: {
        command: commandId,
        ...told(line),
        before: line.knownValue,
        after: null,
        state_before: isTaken ? 'queued' : 'sent',
        state_after: isTaken ? 'withdrawn' : 'expired',
        why,
      },
      outcome: 'done',
    })
  }
}

async function setFault(trx: Trx, { storeId, commandId }: Waiting, fault: string): Promise<void> {
  await trx
    .updateTable('writeLine')
    .set({ fault })
    .where('storeId', '=', storeId)
    .where('commandId', '=', commandId)
    .execute()
}
