import { writeOutcome } from '@coldkeep/contract/mqtt/command-arguments'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'
import { addAudit, SERVER } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import { cancelQueued, expireSent, type SentCommand } from '../field/command-queries'
import type { ArrivedResult } from '../ingest/read-report'

/**
 * Notes when a terminal first said that it has a write.
 * @returns what the audit is to tell of it beside the command, `{}` for a write that nobody asked for here
 */
export async function followWrite(
  trx: Trx,
  { storeId, receivedAt, result }: Pick<ArrivedResult, 'storeId' | 'receivedAt' | 'result'>,
): Promise<Readonly<Record<string, unknown>>> {
  const line = await selectLine(trx, storeId, result.id)
  if (line === null) return {}
  const isDelivery = line.deliveredAt === null && (result.st === 'accepted' || result.st === 'progress')
  if (isDelivery) {
    await trx
      .updateTable('writeLine')
      // the clock of a box may be wrong, and nothing is delivered before it is sent
      .set({ deliveredAt: epochMs(receivedAt) })
      .where('storeId', '=', storeId)
      .where('commandId', '=', result.id)
      .execute()
  }
  const out = z.safeParse(writeOutcome, result.out ?? {}).data
  return {
    ...told(line),
    before: out?.before?.value ?? line.knownValue,
    after: out?.after?.value ?? null,
  }
}

/** Notes that writes were never delivered. */
export async function noteExpiredWrites(
  trx: Trx,
  expired: readonly SentCommand[],
  now: EpochMs,
): Promise<void> {
  for (const { storeId, commandId, terminalId, op } of expired) {
    const line = op === 'write' ? await selectLine(trx, storeId, commandId) : null
    if (line === null) continue
    await addAudit(trx, {
      at: now,
      by: SERVER,
      storeId,
      kind: 'command.write',
      subject: terminalId,
      detail: {
        command: commandId,
        ...told(line),
        before: line.knownValue,
        after: null,
        state_before: 'queued',
        state_after: 'expired',
        code: 'E_EXPIRED',
      },
      outcome: 'failed',
    })
  }
}

/** What became of a device, so that it is no longer what was to be written to. */
export type DeviceChange = 'retired' | 'changed' | 'swapped'

/**
 * Takes back what waits for a device that is no longer what it was: out of use, elsewhere, another controller. What was
 * handed to the broker is not sent again; should its terminal have it all the same, its word is believed.
 */
export async function withdrawWritesTo(
  trx: Trx,
  { storeId, deviceId }: { readonly storeId: StoreId; readonly deviceId: DeviceId },
  why: DeviceChange,
  now: EpochMs,
): Promise<void> {
  const waiting = await trx
    .selectFrom('writeLine')
    .innerJoin('command', (join) =>
      join
        .onRef('command.storeId', '=', 'writeLine.storeId')
        .onRef('command.commandId', '=', 'writeLine.commandId'),
    )
    .select('command.commandId')
    .where('writeLine.storeId', '=', storeId)
    .where('writeLine.deviceId', '=', deviceId)
    .where('command.state', 'in', ['queued', 'sent'])
    .orderBy('command.commandId')
    .execute()
  for (const { commandId } of waiting) {
    const isTaken = await cancelQueued(trx, storeId, commandId, now)
    if (!isTaken && !(await expireSent(trx, storeId, commandId, now))) continue
    if (isTaken) await setFault(trx, { storeId, commandId }, why === 'retired' ? 'retired' : 'changed')
    const line = await selectLine(trx, storeId, commandId)
    if (line === null) continue
    await addAudit(trx, {
      at: now,
      by: SERVER,
      storeId,
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

async function setFault(
  trx: Trx,
  { storeId, commandId }: { readonly storeId: StoreId; readonly commandId: string },
  fault: string,
): Promise<void> {
  await trx
    .updateTable('writeLine')
    .set({ fault })
    .where('storeId', '=', storeId)
    .where('commandId', '=', commandId)
    .execute()
}

async function selectLine(db: Db, storeId: StoreId, commandId: string) {
  const row = await db
    .selectFrom('writeLine')
    .innerJoin('device', (join) =>
      join
        .onRef('device.storeId', '=', 'writeLine.storeId')
        .onRef('device.deviceId', '=', 'writeLine.deviceId'),
    )
    .select([
      'writeLine.writeId',
      'writeLine.commandCode',
      'writeLine.pointName',
      'writeLine.value',
      'writeLine.unit',
      'writeLine.knownValue',
      'writeLine.deliveredAt',
      'device.deviceId',
      'device.name',
    ])
    .where('writeLine.storeId', '=', storeId)
    .where('writeLine.commandId', '=', commandId)
    .executeTakeFirst()
  return row ?? null
}

type Line = NonNullable<Awaited<ReturnType<typeof selectLine>>>

function told({ writeId, deviceId, name, commandCode, value, unit }: Line) {
  return {
    write: writeId,
    device: deviceId,
    name,
    code_of: commandCode,
    ...(value !== null && { value, unit }),
  }
}
