import type { PollScriptId } from '@coldkeep/domain/ids'
import type { PlacementNote } from '@coldkeep/domain/polling/place-script'
import * as z from 'zod/mini'
import type { BundleFault } from '../db/field-tables'
import { type JobKind, TargetRefused, type TargetResult } from '../jobs/job-kind'
import { deployToStore } from './deploy-to-store'
import { enteredDevice } from './entered-device'
import { selectSource } from './script-source'

export const SCRIPT_JOB = 'script'

export const pollScriptId = z.custom<PollScriptId>((value) => Number.isSafeInteger(value))

const scriptJobInput = z.object({
  pollScriptId,
  scriptName: z.string(),
  note: z.string(),
  /** `deploy` adds or replaces the script in what a terminal runs, `remove` takes it away. */
  mode: z.enum(['deploy', 'remove']),
  addsDevices: z.boolean(),
  enteredDevices: z.array(enteredDevice),
})
export type ScriptJobInput = z.output<typeof scriptJobInput>

/** What a terminal was given: a revision of its configuration. */
export interface ScriptOutcome {
  readonly revision: number
}

/** Brings a script file to stores, or takes it away from them. The stores of one deployment get the same. */
export const scriptJob: JobKind<ScriptJobInput> = {
  input: scriptJobInput,

  async open(db, input) {
    const source = await selectSource(db, null, input.pollScriptId)
    return async (trx, { storeId, by, now }) => {
      if (source === null && input.mode === 'deploy') throw scriptGone(input.scriptName)
      const { outcomes, notes } = await deployToStore(trx, storeId, {
        source: input.mode === 'remove' ? null : source,
        script: { id: input.pollScriptId, name: source?.name ?? input.scriptName },
        addsDevices: input.addsDevices,
        enteredDevices: input.enteredDevices,
        by,
        now,
      })
      if (outcomes.length === 0) return [{ terminalId: '', state: 'unchanged', faults: faultsIn(notes) }]
      return outcomes.map(({ terminalId, revision }): TargetResult => {
        const faults = faultsIn(notes.filter((note) => note.terminalId === terminalId))
        if (revision === null) return { terminalId, state: 'unchanged', faults }
        return { terminalId, state: 'given', outcome: { revision } satisfies ScriptOutcome, faults }
      })
    }
  },
}

export function scriptGone(name: string): TargetRefused {
  return new TargetRefused([{ path: '', code: 'script_gone', value: name }])
}

function faultsIn(notes: readonly PlacementNote[]): readonly BundleFault[] | undefined {
  return notes.length === 0 ? undefined : notes.map(({ note }) => note)
}
