import type { DeviceWatch, PointEvent, WatchedDevice } from '@coldkeep/domain/alarms/device-watch'
import type { Branch } from '@coldkeep/domain/alarms/limit-rule'
import { alarmState, type OpenAlarm } from '@coldkeep/domain/alarms/open-alarm'
import { rankOf } from '@coldkeep/domain/alarms/priority'
import type { DeviceId, PointId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, minutes } from '@coldkeep/domain/time/instant'
import { instantText } from '../db/instants'

/** What happened to a device's alarms in one step. */
export interface DeviceChange {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly terminalId: TerminalId
  readonly device: WatchedDevice
  readonly before: DeviceWatch
  readonly after: DeviceWatch
  readonly events: readonly PointEvent[]
}

/** One record as it is to be written; instants as texts. */
export interface RecordDraft {
  readonly store_id: StoreId
  readonly terminal_id: TerminalId
  readonly device_id: DeviceId
  readonly point_id: PointId
  readonly branch: Branch
  readonly ordinal: number
  readonly state: string
  readonly priority: number
  readonly started_at: string
  readonly raised_at: string
  readonly last_raised_at: string
  readonly returned_at: string | null
  readonly cleared_at: string | null
  readonly count: number
  readonly value: number | null
  readonly extreme: number | null
  readonly limit_value: number | null
  readonly unit: string
  readonly cause: string | null
  readonly is_late: boolean
  readonly is_chattering: boolean
  readonly is_suppressed: boolean
  readonly is_out_of_service: boolean
  readonly is_acknowledged: boolean
  readonly shelved_until: string | null
  /** It was raised (again) in this step, and is to be announced. */
  readonly must_announce: boolean
}

export interface EventDraft {
  readonly record: RecordDraft
  readonly kind: string
  readonly at: EpochMs
  readonly reason: string | null
}

/** A reading that raises an alarm so long after its time has come late. */
const LATE_AFTER_MS = minutes(2)
const LATE_PERIODS = 2

/** The records that a step touches, each once and as it is in the end, and what happened to them in order. */
export function draftRecords(
  changes: readonly DeviceChange[],
  now: EpochMs,
): { records: RecordDraft[]; events: EventDraft[] } {
  const records = new Map<string, RecordDraft>()
  const events: { key: string; kind: string; at: EpochMs; reason: string | null }[] = []
  for (const change of changes) {
    for (const event of change.events) {
      const key = keyOf(change, event.pointId, event.branch, event.alarm.ordinal)
      const cleared = event.kind === 'cleared' ? event.at : null
      const known = records.get(key)
      const isRaise = event.kind === 'raised' || event.kind === 'raised_again'
      records.set(key, {
        ...draft(change, event.pointId, event.branch, event.alarm, cleared),
        is_late: known?.is_late === true || (isRaise && isLate(change, event, now)),
        must_announce: known?.must_announce === true || (isRaise && !event.alarm.isChattering),
      })
      events.push({ key, kind: event.kind, at: event.at, reason: event.reason ?? null })
    }
    for (const [pointId, branch, alarm] of changedAlarms(change)) {
      const key = keyOf(change, pointId, branch, alarm.ordinal)
      const known = records.get(key)
      const { is_late = false, must_announce = false } = known ?? {}
      records.set(key, { ...draft(change, pointId, branch, alarm, null), is_late, must_announce })
      if (known === undefined && hasRisen(change, pointId, branch, alarm))
        events.push({ key, kind: 'escalated', at: now, reason: null })
    }
  }
  return {
    records: [...records.values()],
    events: events.flatMap(({ key, ...event }) => {
      const record = records.get(key)
      return record === undefined ? [] : [{ ...event, record }]
    }),
  }
}

export function recordKey(record: {
  readonly store_id: number
  readonly point_id: number | null
  readonly branch: string
  readonly ordinal: number | null
}): string {
  return `${record.store_id}/${record.point_id}/${record.branch}/${record.ordinal}`
}

function keyOf(change: DeviceChange, pointId: PointId, branch: Branch, ordinal: number): string {
  return recordKey({ store_id: change.storeId, point_id: pointId, branch, ordinal })
}

/** Open alarms that have changed, with or without an event. */
function changedAlarms({ before, after, device }: DeviceChange): [PointId, Branch, OpenAlarm][] {
  return device.points.flatMap(({ pointId }) => {
    const [then, now] = [before.points[pointId], after.points[pointId]]
    if (now === undefined || then === now) return []
    return (['low', 'high', 'lost'] as const).flatMap((branch): [PointId, Branch, OpenAlarm][] => {
      const { alarm } = now[branch]
      return alarm === null || then?.[branch].alarm === alarm ? [] : [[pointId, branch, alarm]]
    })
  })
}

/** True where nothing happened to the alarm but that its value has passed a limit of more weight. */
function hasRisen({ before }: DeviceChange, pointId: PointId, branch: Branch, alarm: OpenAlarm): boolean {
  const then = before.points[pointId]?.[branch].alarm
  return then?.ordinal === alarm.ordinal && rankOf(alarm.priority) < rankOf(then.priority)
}

function isLate({ device }: DeviceChange, { at, pointId }: PointEvent, now: EpochMs): boolean {
  const periodMs = device.points.find((point) => point.pointId === pointId)?.periodMs ?? 0
  return now - at > LATE_PERIODS * periodMs + LATE_AFTER_MS
}

function draft(
  { storeId, deviceId, terminalId, device }: DeviceChange,
  pointId: PointId,
  branch: Branch,
  alarm: OpenAlarm,
  clearedAt: EpochMs | null,
): RecordDraft {
  const point = device.points.find((one) => one.pointId === pointId)
  const limit = branch === 'lost' ? null : branch === 'high' ? point?.rule.highLimit : point?.rule.lowLimit
  return {
    store_id: storeId,
    terminal_id: terminalId,
    device_id: deviceId,
    point_id: pointId,
    branch,
    ordinal: alarm.ordinal,
    state: alarmState(clearedAt === null ? alarm : null),
    priority: rankOf(alarm.priority),
    started_at: instantText(alarm.startedAt),
    raised_at: instantText(alarm.raisedAt),
    last_raised_at: instantText(alarm.lastRaisedAt),
    returned_at: textOf(alarm.returnedAt),
    cleared_at: textOf(clearedAt),
    count: alarm.count,
    value: alarm.value,
    extreme: alarm.extreme,
    limit_value: limit ?? null,
    unit: point?.unit ?? '',
    cause: alarm.cause,
    is_late: false,
    is_chattering: alarm.isChattering,
    is_suppressed: alarm.isSuppressed,
    is_out_of_service: alarm.isOutOfService,
    is_acknowledged: alarm.isAcknowledged,
    shelved_until: textOf(alarm.shelvedUntil),
    must_announce: false,
  }
}

function textOf(at: EpochMs | null): string | null {
  return at === null ? null : instantText(at)
}
