import type { Logger } from 'pino'
import { isTroubleOfAll } from '../db/passing-error'

/**
 * Takes the steps of a round one after the other. One that fails is logged and does not stop the next.
 * @throws an error that no step is to blame for, as a lost connection: the other steps would meet it too
 */
export async function eachStep(
  log: Logger,
  steps: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  for (const [step, take] of Object.entries(steps)) {
    try {
      await take()
    } catch (error) {
      if (isTroubleOfAll(error)) throw error
      log.error({ err: error, step }, 'a step of a round failed')
    }
  }
}
