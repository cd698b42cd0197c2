import { handOverLog } from '@coldkeep/contract/areas/field'
import { addressOf } from '@coldkeep/contract/call'
import * as z from 'zod/mini'
import { makeCommand } from '../../commands/make-command'
import { type JobKind, TargetRefused } from '../../jobs/job-kind'

export const LOG_JOB = 'logs'

const logJobInput = z.object({
  /** Epoch milliseconds, both included. */
  from: z.number(),
  to: z.number(),
  paths: z.array(z.string()),
})
export type LogJobInput = z.output<typeof logJobInput>

/** Has terminals hand over their logs. */
export const logJob: JobKind<LogJobInput> = {
  input: logJobInput,

  open: async (_, { from, to, paths }) => {
    const arg = (id: string) => ({ from, to, paths, url: addressOf(handOverLog, { commandId: id }, {}) })
    return async (trx, { storeId, terminalId, by, now }) => {
      if (terminalId === '') throw new TargetRefused([{ path: '', code: 'unexpected', value: '' }])
      const commandId = await makeCommand(trx, { terminalId, storeId, by, op: 'log.fetch', arg }, now)
      return [{ terminalId, state: 'given', commandId }]
    }
  },
}
