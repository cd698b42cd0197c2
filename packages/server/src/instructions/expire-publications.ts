import type { DeviceModelId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { addAudit, SERVER } from '../audit/add-audit'
import type { Trx } from '../db/connect'
import { selectModelById } from './model-queries'
import { notifyRequester } from './notify-of-model'
import { takeExpired } from './publication-queries'

/**
 * Ends versions that were not decided on in time: that is audited, and the requesting account is notified.
 */
export async function expirePublications(trx: Trx, now: EpochMs, only?: DeviceModelId): Promise<void> {
  for (const { deviceModelId, modelPublicationId, accountId, createdBy, note } of await takeExpired(
    trx,
    now,
    only,
  )) {
    const { brand, model, departmentId } = await selectModelById(trx, deviceModelId)
    await addAudit(trx, {
      at: now,
      by: SERVER,
      storeId: null,
      ...(departmentId && { departmentId }),
      kind: 'instruction.expire',
      subject: `${brand} · ${model}`,
      detail: { requestedBy: createdBy, note },
      outcome: 'failed',
    })
    await notifyRequester(trx, accountId, 'expired', modelPublicationId, {
      deviceModelId,
      brand,
      model,
      person: '',
      note,
      now,
    })
  }
}
