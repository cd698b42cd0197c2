import { writeOutcome } from '@coldkeep/contract/mqtt/command-arguments'
import type { StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'
import { type AuditEntry, addAudit, SERVER } from '../audit/add-audit'
import type { SentCommand } from '../commands/command-queries'
import type { Db, Trx } from '../db/connect'
import type { ArrivedResult } from '../messages/read-report'

/**
 * Notes when a terminal first said that it has a write.
 * @returns what the audit is to tell of it beside the command, `{}` for a write that nobody asked for here
 */
export async function followWrite(
  trx: Trx,
  { storeId, receivedAt, result }: Pick<ArrivedResult, 'storeId' | 'receivedAt' | 'result'>,
): Promise<Pick<AuditEntry, 'deviceIds' | 'detail'>> {
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
    deviceIds: [line.deviceId],
    detail: {
      ...told(line),
      before: out?.before?.value ?? line.knownValue,
      after: out?.after?.value ?? null,
    },
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
      deviceIds: [line.deviceId],
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

/** What a command writes, and to which device; `null` for one that nobody asked for here. */
export async function selectLine(db: Db, storeId: StoreId, commandId: string) {
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
      'device.type',
      'device.zone',
    ])
    .where('writeLine.storeId', '=', storeId)
    .where('writeLine.commandId', '=', commandId)
    .executeTakeFirst()
  return row ?? null
}

type Line = NonNullable<Awaited<ReturnType<typeof selectLine>>>

/** For the audit. */
export function told({ writeId, deviceId, name, commandCode, value, unit }: Line) {
  return {
    write: writeId,
    device: deviceId,
    name,
    code_of: commandCode,
    ...(value !== null && { value, unit }),
  }
}
