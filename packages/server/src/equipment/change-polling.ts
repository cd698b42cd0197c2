import { Problem } from '@coldkeep/contract/problem'
import type { DeviceId } from '@coldkeep/domain/ids'
import { carryOn, type NewPlace } from '@coldkeep/domain/polling/carry-on'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../access/signed-in'
import { type BundleTarget, selectDesiredDocument } from '../bundles/bundle-queries'
import { OLDER, selectLinksOf } from '../bundles/bundle-scripts'
import { selectOwnPoints } from '../bundles/point-list-queries'
import { putBundleWithin } from '../bundles/put-bundle'
import type { Trx } from '../db/connect'
import { withdrawWritesOver } from '../writes/withdraw-writes'

interface Changing {
  readonly user: SignedIn
  readonly now: EpochMs
}

/**
 * Gives a terminal its next configuration where devices have gone or were moved: it does not go on polling
 * what is not there. Script files stay linked; those of devices that moved count as older from now on.
 * @param places of devices that moved; those that are retired are found here
 * @returns scripts that have changed; none where the terminal polls none of these devices
 */
export async function changePolling(
  trx: Trx,
  { user, now }: Changing,
  target: BundleTarget,
  places: ReadonlyMap<DeviceId, NewPlace> = new Map(),
): Promise<readonly string[]> {
  const document = await selectDesiredDocument(trx, target.terminalId)
  if (document === null) return []
  const points = await selectOwnPoints(trx, target.storeId, target.terminalId)
  const carried = carryOn(document.scripts, points, places)
  const { scripts, changed } = carried
  if (changed.length === 0) return []
  const linked = await selectLinksOf(trx, target, document, carried)
  const put = await putBundleWithin(
    trx,
    target,
    { ports: document.ports, scripts },
    {
      by: { accountId: user.accountId, name: user.name },
      now,
      portsMoved: withdrawWritesOver,
      // one without a retired device is as its file would be compiled again
      scripts: places.size === 0 ? linked : linked.map((link) => ({ ...link, fingerprint: OLDER })),
    },
  )
  if (!put.ok) throw new Problem('configuration.faulty', { faults: put.problem[0]?.path ?? '' })
  return changed
}
