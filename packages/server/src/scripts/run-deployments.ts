import type { ScriptDeploymentId } from '@coldkeep/domain/ids'
import type { PlacementNote } from '@coldkeep/domain/polling/place-script'
import type { Clock } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Db, Trx } from '../db/connect'
import type { BundleFault } from '../db/field-tables'
import { isTransient } from '../db/transient'
import { type Rounds, startRounds } from '../tasks/rounds'
import { deployToStore, StoreRefused } from './deploy-to-store'
import { noteResults, type StoreResult, takeWaitingStore, type WaitingStore } from './deployment-queries'
import { runAtStore } from './run-at-store'
import { type ScriptSource, selectSource } from './script-source'

export interface DeploymentParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  /** Sends what has been put on its way. */
  readonly wake: () => void
}

const ROUND_MS = 2_000
/** Terminals are told after so many stores, long before the last one is compiled. */
const TOLD_EVERY = 20

/**
 * Brings script files to the stores that wait for them, one store in one transaction: what a killed process leaves is
 * taken up by the next. Several processes share the stores among them.
 */
export function startDeployments(parts: DeploymentParts): Rounds {
  return startRounds(
    ROUND_MS,
    async () => {
      let count = 0
      const sources: Sources = new Map()
      while (await deployNext(parts, sources)) {
        count += 1
        if (count % TOLD_EVERY === 0) parts.wake()
      }
      if (count > 0) parts.wake()
    },
    (error) => parts.log.error({ err: error }, 'scripts could not be brought to stores'),
  )
}

/** What each script is compiled from, read once: the stores of one patch get the same. */
type Sources = Map<ScriptDeploymentId, ScriptSource | null>

/** @returns false where no store waits */
async function deployNext({ db, clock, log }: DeploymentParts, sources: Sources): Promise<boolean> {
  let taken: WaitingStore | null = null
  try {
    await db.transaction().execute(async (trx) => {
      taken = await takeWaitingStore(trx)
      if (taken === null) return
      await noteResults(trx, taken, await resultsOf(trx, taken, clock, sources), clock.now())
    })
  } catch (error) {
    const waiting = taken as WaitingStore | null
    if (waiting === null || isTransient(error)) throw error
    if (!(error instanceof StoreRefused))
      log.error({ err: error, store: waiting.storeId }, 'store not patched')
    const faults = error instanceof StoreRefused ? error.faults : [UNEXPECTED]
    await db.transaction().execute((trx) => noteResults(trx, waiting, [refused(faults)], clock.now()))
  }
  return taken !== null
}

const UNEXPECTED: BundleFault = { path: '', code: 'unexpected', value: '' }

async function resultsOf(
  trx: Trx,
  waiting: WaitingStore,
  clock: Clock,
  sources: Sources,
): Promise<StoreResult[]> {
  const { pollScriptId, scriptName, mode, addsDevices, enteredDevices, storeId } = waiting
  const { scriptDeploymentId, accountId, createdBy } = waiting
  const source = sources.has(scriptDeploymentId)
    ? (sources.get(scriptDeploymentId) ?? null)
    : await selectSource(trx, null, pollScriptId)
  sources.set(scriptDeploymentId, source)
  const common = { by: { accountId, name: createdBy }, now: clock.now() }
  if (source === null && mode !== 'remove') {
    return [refused([{ path: '', code: 'script_gone', value: scriptName }])]
  }
  if (mode === 'once' && source !== null) {
    const outcomes = await runAtStore(trx, storeId, { source, ...common })
    return outcomes.map(({ terminalId, commandId }) => ({ ...GIVEN, terminalId, commandId }))
  }
  const { outcomes, notes } = await deployToStore(trx, storeId, {
    source: mode === 'remove' ? null : source,
    script: { id: pollScriptId, name: source?.name ?? scriptName },
    addsDevices,
    enteredDevices,
    ...common,
  })
  if (outcomes.length === 0) {
    return [{ ...GIVEN, state: 'unchanged', terminalId: '', faults: faultsIn(notes) }]
  }
  return outcomes.map(({ terminalId, revision }) => ({
    ...GIVEN,
    terminalId,
    faults: faultsIn(notes.filter((note) => note.terminalId === terminalId)),
    bundleRevision: revision,
    ...(revision === null && { state: 'unchanged' as const }),
  }))
}

function faultsIn(notes: readonly PlacementNote[]): readonly BundleFault[] | null {
  return notes.length === 0 ? null : notes.map(({ note }) => note)
}

const GIVEN = { state: 'given', bundleRevision: null, commandId: null, faults: null } as const

function refused(faults: readonly BundleFault[]): StoreResult {
  return { ...GIVEN, state: 'refused', terminalId: '', faults }
}
