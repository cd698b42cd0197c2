import { writeOutcome } from '@coldkeep/contract/mqtt/command-arguments'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'
import { type AuditEntry, addAudit, SERVER } from '../audit/add-audit'
import type { SentCommand } from '../commands/command-queries'
import type { Trx } from '../db/connect'
import type { ArrivedResult } from '../messages/read-report'
import { type CommandLine, selectLine, updateDelivered } from './write-line-queries'

/**
 * Records when a terminal first reported that it has a write.
 * @returns what the audit is to hold of it beside the command, `{}` for a write that was not requested here
 */
export async function followWrite(
  trx: Trx,
  { storeId, receivedAt, result }: Pick<ArrivedResult, 'storeId' | 'receivedAt' | 'result'>,
): Promise<Pick<AuditEntry, 'deviceIds' | 'detail'>> {
  const line = await selectLine(trx, storeId, result.id)
  if (line === null) return {}
  const isDelivery = line.deliveredAt === null && (result.st === 'accepted' || result.st === 'progress')
  if (isDelivery) {
    // the clock of a box may be wrong, and nothing is delivered before it is sent
    await updateDelivered(trx, { storeId, commandId: result.id }, epochMs(receivedAt))
  }
  const out = z.safeParse(writeOutcome, result.out ?? {}).data
  return {
    deviceIds: [line.deviceId],
    detail: {
      ...auditedLine(line),
      before: out?.before?.value ?? line.knownValue,
      after: out?.after?.value ?? null,
    },
  }
}

/** Audits that writes were never delivered. */
export async function auditExpiredWrites(
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
        ...auditedLine(line),
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

/** For the audit. */
export function auditedLine({ writeId, deviceId, name, commandCode, value, unit }: CommandLine) {
  return {
    write: writeId,
    device: deviceId,
    name,
    code_of: commandCode,
    ...(value !== null && { value, unit }),
  }
}
