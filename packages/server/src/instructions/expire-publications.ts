import type { DeviceModelId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { addAudit, SERVER } from '../audit/add-audit'
import type { Trx } from '../db/connect'
import { tellAskerOfVersion } from './model-messages'
import { takeExpired } from './publications'

/** Ends versions that nobody decided on in time: the audit says so, and whoever asked is told. */
export async function expirePublications(trx: Trx, now: EpochMs, only?: DeviceModelId): Promise<void> {
  for (const { deviceModelId, accountId, createdBy, note } of await takeExpired(trx, now, only)) {
    const { brand, model, departmentId } = await trx
      .selectFrom('deviceModel')
      .select(['brand', 'model', 'departmentId'])
      .where('deviceModelId', '=', deviceModelId)
      .executeTakeFirstOrThrow()
    await addAudit(trx, {
      at: now,
      by: SERVER,
      storeId: null,
      ...(departmentId && { departmentId }),
      kind: 'instruction.expire',
      subject: `${brand} · ${model}`,
      detail: { requested_by: createdBy, note },
      outcome: 'failed',
    })
    await tellAskerOfVersion(trx, accountId, 'expired', { brand, model, person: '', note, now })
  }
}
