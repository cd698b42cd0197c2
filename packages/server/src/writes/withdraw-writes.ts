import type { DeviceId, DeviceModelId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { addAudit, SERVER } from '../audit/add-audit'
import { cancelQueued, expireSent } from '../commands/command-queries'
import type { Trx } from '../db/connect'
import { auditedLine } from './follow-writes'
import { selectWaitingOfModel, selectWaitingOver, selectWaitingTo } from './waiting-write-queries'
import { selectLine, updateFault } from './write-line-queries'

/** Why writes are withdrawn: what they were for has changed. */
export type WithdrawReason = 'retired' | 'changed' | 'swapped' | 'model' | 'port'

interface Waiting {
  readonly storeId: StoreId
  readonly commandId: string
}

/** Withdraws what waits for a device: it is out of use, elsewhere, or has another controller. */
export async function withdrawWritesTo(
  trx: Trx,
  { storeId, deviceId }: { readonly storeId: StoreId; readonly deviceId: DeviceId },
  why: WithdrawReason,
  now: EpochMs,
): Promise<void> {
  const waiting = await selectWaitingTo(trx, { storeId, deviceId })
  await withdraw(trx, waiting, why, now)
}

/** The same of every device of a model that has a new version: its writes may be others now. */
export async function withdrawWritesOfModel(
  trx: Trx,
  deviceModelId: DeviceModelId,
  now: EpochMs,
): Promise<void> {
  const waiting = await selectWaitingOfModel(trx, deviceModelId)
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
  const waiting = await selectWaitingOver(trx, { storeId, terminalId }, portIds)
  await withdraw(trx, waiting, 'port', now)
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
    if (isTaken) await updateFault(trx, { storeId, commandId }, why === 'retired' ? 'retired' : 'changed')
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
        ...auditedLine(line),
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
