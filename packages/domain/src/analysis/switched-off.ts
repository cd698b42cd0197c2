import type { Series, Window } from '../points/series'
import type { Period } from '../time/period'
import { heldPeriods } from './held-periods'

/** Status codes of a controller at rest by intention: main switch off, case cleaning, shut down. */
const OFF_STATES: ReadonlySet<number> = new Set([10, 29, 45])

/**
 * The stretches of the window in which a controller reports that it is switched off or being cleaned.
 * @param controlState status codes of Danfoss AK-CC controllers (user guide of AK-CC55, parameter u00)
 */
export function switchedOffPeriods(controlState: Series, window: Window): Period[] {
  return heldPeriods(controlState, window, (state) => OFF_STATES.has(state))
}
