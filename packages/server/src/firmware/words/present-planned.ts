import type { WirePlannedUpdate } from '@coldkeep/contract/areas/firmware-consent'
import { mayPostpone, nextWindow } from '@coldkeep/domain/firmware/store-window'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { windowOf } from '../plan-window'
import type { PlannedUpdate } from '../planned-queries'

/** What waits for a store, with the window that is open or comes next. */
export function presentPlanned(
  { jobId, storeId, code, name, zone, version, plan, terminals, postponed, notBefore }: PlannedUpdate,
  now: EpochMs,
): WirePlannedUpdate {
  const { startAt, endAt } = nextWindow(windowOf(plan), zone, { notBefore }, now)
  return {
    ...{ token: jobId, version, terminals, postponed },
    store: { id: storeId, code, name, zone },
    from: startAt,
    until: endAt,
    mayPostpone: plan.mayPostpone && mayPostpone({ postponed, notBefore }, now),
  }
}
