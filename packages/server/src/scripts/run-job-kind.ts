import * as z from 'zod/mini'
import type { JobKind } from '../jobs/job-kind'
import { runAtStore } from './run-at-store'
import { pollScriptId, scriptGone } from './script-job-kind'
import { selectSource } from './script-source'

export const RUN_JOB = 'script.run'

const runJobInput = z.object({ pollScriptId, scriptName: z.string(), note: z.string() })
export type RunJobInput = z.output<typeof runJobInput>

/** Has stores ask everything of a script file once. */
export const runJob: JobKind<RunJobInput> = {
  input: runJobInput,

  async open(db, input) {
    const source = await selectSource(db, null, input.pollScriptId)
    return async (trx, { storeId, by, now }) => {
      if (source === null) throw scriptGone(input.scriptName)
      const outcomes = await runAtStore(trx, storeId, { source, by, now })
      return outcomes.map((outcome) => ({ ...outcome, state: 'given' }))
    }
  },
}
