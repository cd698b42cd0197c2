import type { TerminalId } from '@coldkeep/domain/ids'
import { minutes } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { FieldStore } from '../command/field-store'
import type { Timekeeper } from '../time/timekeeper'
import type { Configuration } from './polling'
import { readBundle } from './read-bundle'

/** So many ends of the program without a stop, so soon after a configuration came, and it is put back. */
const MOST_CRASHES = 3
const PROBATION_MS = minutes(5)

export interface ChoiceParts {
  readonly terminalId: TerminalId
  readonly time: Timekeeper
  readonly log: Logger
}

/**
 * What to run at a start: the newest configuration of the server that has not failed, or that of the settings file
 * where there is none. A configuration that ends the program again and again gives way to the one before.
 */
export async function chooseConfiguration(
  store: FieldStore,
  fromFile: Configuration,
  { terminalId, time, log }: ChoiceParts,
): Promise<Configuration> {
  const putBack = async (why: string) => {
    const revision = store.current?.revision
    await store.rollBack(time.now(), fromFile.revision, why)
    log.error({ revision, back: store.current?.revision ?? fromFile.revision, why }, 'configuration put back')
  }
  const { current, hasCrashed } = store
  // a clock that was set back would make the probation endless, so its distance counts either way
  if (current !== null && hasCrashed && Math.abs(time.now() - current.appliedAt) < PROBATION_MS) {
    await store.countCrash()
    if ((store.current?.crashes ?? 0) >= MOST_CRASHES) await putBack('the program crashed with it')
  }
  await store.setRunning(true)
  for (let kept = store.current; kept !== null; kept = store.current) {
    const read = readBundle(kept.text, { terminalId, revision: kept.revision })
    if (read.ok) return read.value
    // written by another version of the program, or for another terminal
    await putBack(read.problem.text)
  }
  return fromFile
}
