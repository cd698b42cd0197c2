import type { OpenWarning } from '../alarms/early-warning'
import type { WarningKind, WarningRules } from '../alarms/early-warning-rules'
import { judgedMinutes } from '../alarms/judged-window'
import type { DeviceId, StoreId } from '../ids'
import { type EpochMs, later, minutes } from '../time/instant'
import type { WarningsFollowed } from './follow-warnings'
import type { KnownHealth, KnownWarning } from './known-health'

/** What a run has to write of the warnings of one device. */
export interface FollowedWarnings {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly records: readonly KnownWarning[]
  /** Days were replayed: what was known to be raised from here on is replaced by the records. */
  readonly replacedFrom: EpochMs | null
}

/**
 * Warnings that were raised, ended, or raised and ended in the days of a run. One that was open and is open
 * no more was raised on scores that have changed since; it ends now.
 * @param replacedFrom of replayed days; before it, ends are recorded and beginnings are known
 */
export function recordsOf(
  { storeId, deviceId, intensity, watch }: KnownHealth,
  rules: WarningRules,
  { events }: WarningsFollowed,
  openRecords: readonly KnownWarning[],
  replacedFrom: EpochMs | null,
  now: EpochMs,
): FollowedWarnings {
  const isKept = (raisedAt: EpochMs) => replacedFrom === null || raisedAt < replacedFrom
  const kept = openRecords.filter(({ raisedAt }) => isKept(raisedAt))
  const records = new Map(kept.map((record) => [keyOf(record.kind, record.raisedAt), record]))
  const touched = new Set<string>()
  for (const { event, score } of events) {
    const { warning: kind } = event
    const raisedAt = event.kind === 'raised' ? event.at : event.raisedAt
    const isOld = replacedFrom !== null && raisedAt < replacedFrom
    const old = isOld ? kept.find((record) => record.kind === kind) : undefined
    const key = keyOf(kind, old?.raisedAt ?? raisedAt)
    if (event.kind === 'cleared') {
      const known = records.get(key)
      if (known) records.set(key, { ...known, clearedAt: event.at, reason: event.reason })
    } else if (!isOld) {
      const limitValue = limitOf(kind, rules, intensity ?? 0)
      const judged = judgedMinutes(kind, rules[kind])
      const record = { storeId, deviceId, kind, raisedAt, value: event.value, limitValue, score }
      records.set(key, { ...record, judgedMinutes: judged, clearedAt: null, reason: null })
    }
    touched.add(key)
  }
  for (const [key, record] of records) {
    const open = watch?.open[record.kind]
    const isOpen = open !== undefined && (open.raisedAt === record.raisedAt || isOldOpen(open, replacedFrom))
    if (record.clearedAt !== null || isOpen) continue
    records.set(key, { ...record, clearedAt: now, reason: 'recovered' })
    touched.add(key)
  }
  const written = [...touched].flatMap((key) => records.get(key) ?? [])
  return { storeId, deviceId, records: written, replacedFrom }
}

function keyOf(kind: WarningKind, raisedAt: EpochMs): string {
  return `${kind}/${raisedAt}`
}

function isOldOpen({ raisedAt }: OpenWarning, replacedFrom: EpochMs | null): boolean {
  return replacedFrom !== null && raisedAt < replacedFrom
}

function limitOf(kind: WarningKind, rules: WarningRules, intensity: number): number {
  const rule = rules[kind]
  return kind === 'threshold' ? rule.x : (rule.intensity ?? intensity) + rule.x
}

/** When the condition behind a warning began: a threshold is judged over the minutes before it is raised. */
export function startOfWarning({ kind, raisedAt, judgedMinutes: judged }: KnownWarning): EpochMs {
  return kind === 'threshold' ? later(raisedAt, -minutes(judged)) : raisedAt
}
