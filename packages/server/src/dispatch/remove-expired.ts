import type { StoreId } from '@coldkeep/domain/ids'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import { desiredStates } from '../bundles/bundle-queries'
import { deleteOldBundles } from '../bundles/old-bundle-queries'
import { deleteOldPictures } from '../cameras/picture-queries'
import { deleteOldCommands } from '../commands/old-command-queries'
import type { Db } from '../db/connect'
import { deleteOldQuarantine, deleteQuarantineBeyond } from '../ingest/quarantined-queries'
import { deleteOldEvents } from '../ingest/report-queries'
import { deleteOldTargets } from '../jobs/job-queries'
import { deleteOldWrites } from '../writes/old-write-queries'

/**
 * A terminal remembers ids for 7 days and its messages wait 90 days at most, so nothing that could still be answered or
 * repeated is that old; what was done by whom stays in the audit log.
 */
const COMMANDS_KEPT_MS = days(365)
/** As long as readings are kept, packed: they explain the gaps in these. */
const EVENTS_KEPT_MS = days(731)
const QUARANTINE_KEPT_MS = days(400)
/** Of one terminal: a year of a box that is wrong now and then, and a share of the disk that one box may fill. */
const QUARANTINE_BYTES = 64 * 1024 * 1024

/**
 * Removes what is no longer needed of one store: commands that ended long ago, configurations that were
 * replaced long ago with their scripts, what became of jobs there, messages that were put aside and the events of
 * terminals. A command under which a terminal may still report on the desired configuration stays as long as that.
 */
export async function deleteOldOfField(db: Db, storeId: StoreId, now: EpochMs): Promise<void> {
  await deleteOldQuarantine(db, storeId, later(now, -QUARANTINE_KEPT_MS))
  await deleteQuarantineBeyond(db, storeId, QUARANTINE_BYTES)
  const before = later(now, -COMMANDS_KEPT_MS)
  await deleteOldCommands(db, storeId, before, desiredStates)
  // whose commands are gone
  await deleteOldWrites(db, storeId, before)
  await deleteOldPictures(db, storeId, before)
  await deleteOldEvents(db, storeId, later(now, -EVENTS_KEPT_MS))
  await deleteOldBundles(db, storeId, before)
  await deleteOldTargets(db, storeId, before)
}
