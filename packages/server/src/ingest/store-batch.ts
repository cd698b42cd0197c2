import { setImmediate as others } from 'node:timers/promises'
import { type BatchRows, batchRows, countConflict, scanKey } from '@coldkeep/domain/intake/batch-rows'
import type { DueDay } from '@coldkeep/domain/intake/marks'
import type { WrittenMarks } from '@coldkeep/domain/intake/written-marks'
import type { Scan } from '@coldkeep/domain/points/scan'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ChangedAlarm } from '../alarms/alarm-queries'
import type { Alarms } from '../alarms/alarms'
import { stepDemands } from '../alarms/step-demand'
import { judgeScans, lockWatched, noAlarms, writeJudged } from '../alarms/step-scans'
import type { LateDevice } from '../alarms/watch-queries'
import type { Session, Trx } from '../db/connect'
import { upsertLife } from '../storage/life-queries'
import type { KnownDays } from '../storage/partitions'
import {
  insertStagedScans,
  selectStagedConflicts,
  selectStagedRepeats,
  upsertDueHours,
  upsertStagedLatest,
} from '../storage/staged-queries'
import { stageScans } from '../storage/staging-queries'
import { addConflicts } from '../storage/terminal-state-queries'
import { insertQuarantine } from './intake-queries'
import type { QuarantineGate } from './quarantine-gate'
import type { PreparedMessage } from './read-cycle'

export interface StoredBatch {
  readonly scans: number
  /** Scans that were there already. */
  readonly repeats: number
  /** Of those, with other values: the first ones stay. */
  readonly conflicts: number
  readonly quarantined: number
  /** Alarms that these readings opened or changed. */
  readonly alarms: readonly ChangedAlarm[]
}

/** Told of days whose readings came late, in the transaction that stores these. */
export type MarkLateDays = (trx: Trx, days: readonly DueDay[], now: EpochMs) => Promise<void>

/** What storing needs besides the messages. */
export interface StoreParts {
  readonly session: Session
  readonly days: KnownDays
  readonly marks: WrittenMarks
  readonly alarms: Pick<Alarms, 'watches' | 'demands'>
  readonly markLateDays: MarkLateDays
  /** At most so many damaged messages of one terminal are kept per hour. */
  readonly admitQuarantine: QuarantineGate
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
    const watched = await lockWatched(trx, parts.alarms.watches, rows.scans, now)
    const demands =
      watched === null ? null : await stepDemands(trx, parts.alarms.demands, watched, rows.scans, now)
    const judge = (scans: readonly Scan[]) => (watched === null ? [] : judgeScans(watched, scans))
    const { count, late } = await writeScans(trx, rows, judge)
    const alarms = watched === null ? noAlarms : await writeJudged(trx, watched, late, now)
    await upsertLife(trx, rows.life)
    await upsertDueHours(trx, rows.dueHours, now)
    await parts.markLateDays(trx, rows.dueDays, now)
    await insertQuarantine(trx, quarantined)
    await addConflicts(trx, [...rows.conflicts.values()])
    return { scans: count, alarms, demands }
  })
  parts.marks.committed(rows, now)
  stored.alarms.committed()
  stored.demands?.()
  const conflicts = [...rows.conflicts.values()].reduce((sum, row) => sum + row.count, 0)
  const repeats = rows.repeats + rows.scans.length - stored.scans
  return {
    scans: stored.scans,
    repeats,
    conflicts,
    quarantined: rows.quarantined.length,
    alarms: stored.alarms.changed,
  }
}

/** @returns how many were new, and those that came too late to be judged now */
async function writeScans(
  trx: Trx,
  rows: BatchRows<PreparedMessage>,
  judge: (scans: readonly Scan[]) => readonly LateDevice[],
): Promise<{ count: number; late: readonly LateDevice[] }> {
  if (rows.scans.length === 0) return { count: 0, late: [] }
  await stageScans(trx, rows.scans)
  // While the database merges them they are judged as if all were new, as nearly always.
  const [stored, late] = await Promise.all([insertStagedScans(trx), others().then(() => judge(rows.scans))])
  await upsertStagedLatest(trx)
  if (stored === rows.scans.length) return { count: stored, late }
  for (const scan of await selectStagedConflicts(trx, rows.scans)) {
    const terminal = rows.ownerOf(scan)
    if (terminal) countConflict(rows.conflicts, scan.storeId, terminal)
  }
  // a cycle that came in the same instant cannot be told from a new one
  const repeats = new Set((await selectStagedRepeats(trx, rows.scans)).map(scanKey))
  return { count: stored, late: judge(rows.scans.filter((scan) => !repeats.has(scanKey(scan)))) }
}
