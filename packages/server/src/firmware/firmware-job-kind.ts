import { fetchFirmware } from '@coldkeep/contract/areas/field'
import { firmwarePlan } from '@coldkeep/contract/areas/firmware-jobs'
import { addressOf } from '@coldkeep/contract/call'
import { isBoxType } from '@coldkeep/domain/firmware/box-installation'
import { nextWindow } from '@coldkeep/domain/firmware/store-window'
import type { FirmwareImageId } from '@coldkeep/domain/ids'
import { later, seconds } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'
import { makeCommand } from '../commands/make-command'
import { type JobKind, TargetPostponed, TargetRefused } from '../jobs/job-kind'
import { selectImage } from './image-queries'
import { countOpen, insertInstall } from './install-queries'
import { selectZone } from './job-queries'
import { windowOf } from './plan-window'

export const FIRMWARE_JOB = 'firmware'

const RATE_TRIED_AGAIN_MS = seconds(20)

const firmwareJobInput = z.object({
  imageId: z.custom<FirmwareImageId>((value) => Number.isSafeInteger(value)),
  plan: firmwarePlan,
  note: z.string(),
})
export type FirmwareJobInput = z.output<typeof firmwareJobInput>

/** Has terminals install an image: each in the window of its store, and not more at once than the plan says. */
export const firmwareJob: JobKind<FirmwareJobInput> = {
  input: firmwareJobInput,

  open: async (db, { imageId, plan }) => {
    const image = await selectImage(db, imageId)
    return async (trx, { storeId, terminalId, jobId, wave = 1, by, now, ...consent }) => {
      const refuse = (code: string) => new TargetRefused([{ path: '', code, value: '' }])
      if (terminalId === '' || image === undefined) throw refuse('unexpected')
      const zone = await selectZone(trx, storeId)
      if (zone === null) throw refuse('store_gone')
      const { startAt } = nextWindow(windowOf(plan), zone, consent, now)
      if (startAt > now) throw new TargetPostponed(startAt)
      if ((await countOpen(trx, jobId)) >= plan.rate)
        throw new TargetPostponed(later(now, RATE_TRIED_AGAIN_MS))
      const { release, sha256, version } = image
      const place = { storeId, terminalId, jobId, wave, version, at: now }
      if (isBoxType(image.firmwareTypeId)) {
        if (!(await insertInstall(trx, { ...place, commandId: null }))) throw refuse('firmware_busy')
        return [{ terminalId, state: 'given' }]
      }
      const arg = () => ({ release, url: addressOf(fetchFirmware, { sha256 }, {}) })
      const commandId = await makeCommand(trx, { terminalId, storeId, by, op: 'fw.install', arg }, now)
      if (!(await insertInstall(trx, { ...place, commandId }))) throw refuse('firmware_busy')
      return [{ terminalId, state: 'given', commandId }]
    }
  },
}
