import { afterSystem, type BoxSystem } from '@coldkeep/domain/firmware/box-installation'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { KnownTerminal } from '../access/known-terminal'
import type { Db } from '../db/connect'
import { selectBoxImage, selectLiveBoxInstall } from '../firmware/box-install-queries'
import { followBox } from '../firmware/follow-box'
import { lockReported, selectSystem, updateReported } from './system-queries'

const UNKNOWN: BoxSystem = { version: null, boot: null, reportedAt: null }

export async function systemOf(db: Db, terminal: KnownTerminal): Promise<BoxSystem> {
  return (await selectSystem(db, terminal)) ?? UNKNOWN
}

interface Reported extends Pick<BoxSystem, 'version' | 'boot'> {
  readonly attributes: Readonly<Record<string, string>>
}

/**
 * Keeps what a box reports of its system, and what that means to its installation.
 * @param isInstalled it names what is installed for good, not only what runs
 * @param report makes of what is known what is known from now on
 */
export async function keepReported(
  db: Db,
  terminal: KnownTerminal,
  now: EpochMs,
  isInstalled: boolean,
  report: (known: Reported) => Reported,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const system = { ...report(await lockReported(trx, terminal)), reportedAt: now }
    await updateReported(trx, terminal, system)
    const live = await selectLiveBoxInstall(trx, terminal)
    const image = live === null ? null : await selectBoxImage(trx, live.jobId)
    if (image === null) return
    await followBox(trx, terminal, image, (one) => afterSystem(one, system, isInstalled), now)
  })
}
