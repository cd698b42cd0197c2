import type { AlarmCounts, listAlarms } from '@coldkeep/contract/areas/alarms'
import type { Answer } from '@coldkeep/contract/call'
import { STALE_AFTER_MS } from '@coldkeep/domain/alarms/open-alarm'
import { type Priority, priorityOfRank } from '@coldkeep/domain/alarms/priority'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { pointName } from '../../wording/point-name'
import type { Words } from '../../wording/words'
import type { FloodPlace } from '../flood-queries'
import type { OpenCount, ShownAlarm } from '../shown-alarm-queries'
import { alarmAdvice, alarmText } from './alarm-text'

export type PresentedAlarm = Answer<typeof listAlarms>['alarms'][number]

export function presentAlarm(alarm: ShownAlarm, now: EpochMs, words: Words): PresentedAlarm {
  return {
    id: alarm.alarmId,
    kind: alarm.branch,
    text: alarmText(alarm, words),
    advice: alarmAdvice(alarm, words),
    priority: priorityOfRank(alarm.priority),
    state: alarm.state,
    store: { id: alarm.storeId, code: alarm.storeCode, name: alarm.storeName, zone: alarm.timeZone },
    device: alarm.deviceId === null ? null : { id: alarm.deviceId, name: alarm.deviceName ?? '' },
    point:
      alarm.pointId === null
        ? null
        : { id: String(alarm.pointId), name: pointName(alarm.pointName ?? '', words.translate) },
    terminal: alarm.terminalId,
    startedAt: alarm.startedAt,
    raisedAt: alarm.raisedAt,
    lastRaisedAt: alarm.lastRaisedAt,
    returnedAt: alarm.returnedAt,
    clearedAt: alarm.clearedAt,
    value: alarm.value,
    extreme: alarm.extreme,
    limit: alarm.limitValue,
    unit: alarm.unit,
    count: alarm.count,
    isLate: alarm.isLate,
    isChattering: alarm.isChattering,
    isStale: isStale(alarm, now),
    acknowledgedAt: alarm.acknowledgedAt,
    acknowledgedBy: alarm.acknowledgedBy,
    assignedTo: alarm.assignedTo,
    shelvedUntil: alarm.shelvedUntil,
    verdict: alarm.verdict,
    parent: alarm.parentId,
    hidden: alarm.hidden,
  }
}

export interface CountFigures {
  readonly open: readonly OpenCount[]
  readonly stale: number
  readonly recent: number
  readonly hostsLost: number
  readonly isFlood: boolean
  /** Path from the caller's own department. */
  readonly floodPlace: FloodPlace | null
}

export function presentCounts({ open, stale, recent, hostsLost, ...flood }: CountFigures): AlarmCounts {
  const counts = {
    unacknowledged: { critical: 0, high: 0, medium: 0, low: 0 },
    open: { critical: 0, high: 0, medium: 0, low: 0 },
    states: { unacknowledged: 0, acknowledged: 0, returned: 0, shelved: 0, suppressed: 0, out_of_service: 0 },
  }
  for (const { priority, state, alarms } of open) {
    const word: Priority = priorityOfRank(priority)
    if (state === 'cleared') continue
    counts.states[state] += alarms
    counts.open[word] += alarms
    if (state === 'unacknowledged') counts.unacknowledged[word] += alarms
  }
  const { isFlood, floodPlace: place } = flood
  const mostly = place && { path: [...place.path], name: place.name, alarms: place.alarms }
  return { ...counts, stale, hostsLost, lastTenMinutes: recent, isFlood, mostly }
}

function isStale(alarm: ShownAlarm, now: EpochMs): boolean {
  return alarm.clearedAt === null && now - alarm.raisedAt > STALE_AFTER_MS
}
