import type { FirmwarePlan } from '@coldkeep/contract/areas/firmware-jobs'
import { planWaves } from '@coldkeep/domain/firmware/plan-waves'
import type { JobId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Actor, addAudit } from '../audit/add-audit'
import type { Trx } from '../db/connect'
import { insertJob } from '../jobs/job-queries'
import type { Candidate } from './candidate-queries'
import { FIRMWARE_JOB, type FirmwareJobInput } from './firmware-job-kind'
import type { FirmwareImage } from './image-queries'
import { insertFirmwareJob } from './job-queries'

export interface NewFirmwareJob {
  readonly image: Pick<FirmwareImage, 'firmwareImageId' | 'firmwareTypeId' | 'version'>
  readonly chosen: readonly Candidate[]
  readonly plan: FirmwarePlan
  readonly note: string
  readonly isRollback: boolean
  readonly by: Actor
  readonly at: EpochMs
}

/** Records a job with its waves; the runner of jobs begins its terminals. */
export async function startFirmware(
  trx: Trx,
  { image, chosen, plan, note, isRollback, by, at }: NewFirmwareJob,
): Promise<JobId> {
  const waveOf = planWaves(chosen, plan.waves)
  const input = { imageId: image.firmwareImageId, plan, note } satisfies FirmwareJobInput
  const jobId = await insertJob(
    trx,
    { kind: FIRMWARE_JOB, input, by, at },
    chosen.map(({ storeId, terminalId }, index) => ({ storeId, terminalId, wave: waveOf[index] ?? 1 })),
  )
  await insertFirmwareJob(trx, { jobId, imageId: image.firmwareImageId, plan, isRollback })
  const stores = new Set(chosen.map(({ storeId }) => storeId))
  await addAudit(trx, {
    at,
    by,
    storeId: stores.size === 1 ? (chosen[0]?.storeId ?? null) : null,
    kind: 'firmware.start',
    subject: `${image.firmwareTypeId} ${image.version}`,
    detail: { job: jobId, stores: stores.size, terminals: chosen.length, ...(note !== '' && { note }) },
    outcome: 'begun',
  })
  return jobId
}
