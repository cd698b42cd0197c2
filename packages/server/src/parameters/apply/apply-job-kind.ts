import type { ParameterApplyId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { type JobKind, TargetRefused } from '../../jobs/job-kind'
import { lockPlanned } from './applied-queries'
import { lockApply } from './apply-queries'
import { orderOf, writeNext } from './write-steps'

export const APPLY_JOB = 'parameter.apply'

const applyJobInput = z.object({
  applyId: z.custom<ParameterApplyId>((value) => Number.isSafeInteger(value)),
  /** Only the first device of the apply. */
  isTrial: z.boolean(),
})
export type ApplyJobInput = z.output<typeof applyJobInput>

/** Begins to set the devices of an apply in one store. What was begun goes on from what the terminals say. */
export const applyJob: JobKind<ApplyJobInput> = {
  input: applyJobInput,

  open:
    async (_, { applyId, isTrial }) =>
    async (trx, { storeId, now }) => {
      const apply = await lockApply(trx, applyId)
      const isOn = apply?.state === (isTrial ? 'trial' : 'waves')
      if (apply === undefined || !isOn)
        throw new TargetRefused([{ path: '', code: 'apply_ended', value: '' }])
      const order = await orderOf(trx, apply)
      const planned = await lockPlanned(trx, applyId, storeId)
      const own = planned.filter(({ wave }) => (wave === 0) === isTrial)
      for (const device of own) await writeNext(trx, order, device, now)
      return [{ terminalId: '', state: own.length === 0 ? 'unchanged' : 'given' }]
    },
}
