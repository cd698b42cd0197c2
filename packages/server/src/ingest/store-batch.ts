import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Session, Trx } from '../db/connect'
import type { KnownDays } from '../storage/partitions'
import { stageScans } from '../storage/stage'
import { type BatchRows, batchRows, countConflict, scanKey } from './batch-rows'
import {
  addConflicts,
  insertQuarantine,
  insertStagedScans,
  selectStagedConflicts,
  upsertDueDays,
  upsertDueHours,
  upsertLife,
  upsertStagedLatest,
} from './queries'
import type { PreparedMessage } from './read-cycle'
import type { WrittenMarks } from './written-marks'

export interface StoredBatch {
  readonly scans: number
  /** Scans that were there already. */
  readonly repeats: number
  /** Of those, with other values: the first ones stay. */
  readonly conflicts: number
  readonly quarantined: number
}

/** What storing needs besides the messages. */
export interface StoreParts {
  readonly session: Session
  readonly days: KnownDays
  readonly marks: WrittenMarks
  /** At most so many damaged messages of one terminal are kept per hour. */
  readonly admitQuarantine: (message: PreparedMessage) => boolean
}

/** Stores messages in one transaction: all or nothing, and a repeat changes nothing. */
export async function storeBatch(
  parts: StoreParts,
  messages: readonly PreparedMessage[],
  now: EpochMs,
): Promise<StoredBatch> {
  const rows = batchRows(messages, now, parts.marks)
  await parts.days.ensure(
    parts.session.kysely,
    rows.scans.map((scan) => scan.at),
  )
  const quarantined = rows.quarantined.filter(parts.admitQuarantine)
  const stored = await parts.session.kysely.transaction().execute(async (trx) => {
    const scans = await writeScans(trx, rows)
    await upsertLife(trx, rows.life)
    await upsertDueHours(trx, rows.dueHours, now)
    await upsertDueDays(trx, rows.dueDays, now)
    await insertQuarantine(trx, quarantined)
    await addConflicts(trx, [...rows.conflicts.values()])
    return scans
  })
  parts.marks.committed(rows, now)
  const conflicts = [...rows.conflicts.values()].reduce((sum, row) => sum + row.count, 0)
  const repeats = rows.repeats + rows.scans.length - stored
  return { scans: stored, repeats, conflicts, quarantined: rows.quarantined.length }
}

async function writeScans(trx: Trx, rows: BatchRows): Promise<number> {
  if (rows.scans.length === 0) return 0
  await stageScans(trx, rows.scans)
  const stored = await insertStagedScans(trx)
  await upsertStagedLatest(trx)
  if (stored < rows.scans.length) {
    for (const scan of await selectStagedConflicts(trx, rows.scans)) {
      const terminal = rows.owners.get(scanKey(scan))
      if (terminal) countConflict(rows.conflicts, scan.storeId, terminal)
    }
  }
  return stored
}
