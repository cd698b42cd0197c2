import type { BoxInstallation } from '@coldkeep/domain/firmware/box-installation'
import { mayInstall, NO_WISH } from '@coldkeep/domain/firmware/store-window'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { KnownTerminal } from '../access/known-terminal'
import type { Db } from '../db/connect'
import { type BoxImage, selectBoxImage, selectOpenBoxInstall } from '../firmware/box-install-queries'
import { selectZone } from '../firmware/job-queries'
import { windowOf } from '../firmware/plan-window'

export interface OpenInstallation {
  readonly image: BoxImage
  readonly installation: BoxInstallation
  /** It may begin now: the window of the store is open, and the job goes on. */
  readonly isOpen: boolean
}

/** What a box is to install or is installing. */
export async function openInstallation(
  db: Db,
  terminal: KnownTerminal,
  now: EpochMs,
): Promise<OpenInstallation | null> {
  const row = await selectOpenBoxInstall(db, terminal)
  const image = row === null ? null : await selectBoxImage(db, row.jobId)
  if (row === null || image === null) return null
  const zone = await selectZone(db, terminal.storeId)
  // what the store wished was asked before the order
  const isOpen =
    image.jobState !== 'paused' && zone !== null && mayInstall(windowOf(image.plan), zone, NO_WISH, now)
  return { image, installation: { ...row, type: image.type }, isOpen }
}
