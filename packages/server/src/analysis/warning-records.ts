import { DEFAULT_WARNING_RULES, type WarningKind } from '@coldkeep/domain/alarms/early-warning-rules'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs, minutes } from '@coldkeep/domain/time/instant'
import { closeWarning, openWarning } from '../alarms/early-warnings'
import type { Db, Trx } from '../db/connect'
import type { WarningsFollowed } from './follow-warnings'
import type { EarlyWarningRow, KnownHealth } from './health-queries'

/** What a run has to write of the warnings of one device. */
export interface FollowedWarnings {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly records: readonly EarlyWarningRow[]
}

/**
 * Warnings that were raised, ended, or raised and ended in the days of a run. One that stood open and is open no more
 * after its days were gone through again was raised on scores that have changed since; it ends now.
 */
export function recordsOf(
  { storeId, deviceId, intensity, watch }: KnownHealth,
  { events }: WarningsFollowed,
  openRecords: readonly EarlyWarningRow[],
  now: EpochMs,
): FollowedWarnings {
  const keyOf = (kind: WarningKind, raisedAt: EpochMs) => `${kind}/${raisedAt}`
  const records = new Map(openRecords.map((record) => [keyOf(record.kind, record.raisedAt), record]))
  const touched = new Set<string>()
  for (const { event, score } of events) {
    const raisedAt = event.kind === 'raised' ? event.at : event.raisedAt
    const key = keyOf(event.warning, raisedAt)
    const known = records.get(key)
    if (event.kind === 'raised') {
      const limitValue = limitOf(event.warning, intensity ?? 0)
      const record = {
        storeId,
        deviceId,
        kind: event.warning,
        raisedAt,
        value: event.value,
        limitValue,
        score,
      }
      records.set(key, { ...record, clearedAt: null, reason: null })
    } else if (known) {
      records.set(key, { ...known, clearedAt: event.at, reason: event.reason })
    }
    touched.add(key)
  }
  for (const [key, record] of records) {
    if (record.clearedAt !== null || watch?.open[record.kind]?.raisedAt === record.raisedAt) continue
    records.set(key, { ...record, clearedAt: now, reason: 'recovered' })
    touched.add(key)
  }
  return { storeId, deviceId, records: [...touched].flatMap((key) => records.get(key) ?? []) }
}

/** Has the alarms follow: what ended in the meantime first, then what stands. */
export async function tellAlarms(db: Db, { records }: FollowedWarnings, now: EpochMs): Promise<void> {
  // Runs write in one transaction, whose type their signature does not tell.
  const trx = db as Trx
  for (const { storeId, deviceId, kind, clearedAt, reason } of records) {
    if (clearedAt === null) continue
    const closing = { at: clearedAt, reason: reason === 'window_passed' ? reason : 'recovered' } as const
    await closeWarning(trx, { storeId, deviceId, kind }, closing, now)
  }
  for (const { storeId, deviceId, kind, raisedAt, score, limitValue, clearedAt } of records) {
    if (clearedAt !== null) continue
    const limit = kind === 'threshold' ? limitValue : null
    const figures = { startedAt: startOf(kind, raisedAt), raisedAt, value: score, limit }
    await openWarning(trx, { storeId, deviceId, kind }, figures, now)
  }
}

function limitOf(kind: WarningKind, intensity: number): number {
  const rule = DEFAULT_WARNING_RULES[kind]
  return kind === 'threshold' ? rule.x : (rule.intensity ?? intensity) + rule.x
}

function startOf(kind: WarningKind, raisedAt: EpochMs): EpochMs {
  return kind === 'threshold'
    ? epochMs(raisedAt - minutes(DEFAULT_WARNING_RULES.threshold.minutes))
    : raisedAt
}
