import type { BreachDetail, WireBreach, WireBreachEvent } from '@coldkeep/contract/areas/corrections'
import { type BreachFacts, isUnderWay } from '@coldkeep/domain/corrections/breach-facts'
import { awaitsCheck } from '@coldkeep/domain/corrections/breach-state'
import { breachNumber, type CorrectiveAction } from '@coldkeep/domain/corrections/corrective-action'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { roundHalfAwayFromZero } from '@coldkeep/domain/units'
import { formatInstant, formatMinutes, formatNumber } from '@coldkeep/phrases/format'
import type { SignedIn } from '../../access/signed-in'
import type { ShownAlarm } from '../../alarms/shown-alarm-queries'
import { alarmText } from '../../alarms/words/alarm-text'
import { clockText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { BreachEvent } from '../breach-event-queries'
import type { Breach } from '../breach-queries'
import { checkRefusal, codeOf } from '../write-correction'

export interface BreachReader {
  readonly user: SignedIn
  readonly now: EpochMs
}

export function presentBreach(row: Breach, { user, now }: BreachReader, words: Words): WireBreach {
  return {
    id: row.breachId,
    number: breachNumber(row.breachId),
    store: { id: row.storeId, code: row.code, name: row.storeName, zone: row.timeZone },
    equipment: { id: row.deviceId, name: row.deviceName },
    temperatureZone: words.translate(`devices.zone.${row.zone}`),
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    isUnderWay: isUnderWay({ endAt: row.endedAt }, row.through, now),
    minutes: roundHalfAwayFromZero(row.minutes, 1),
    degreeMinutes: roundHalfAwayFromZero(row.degreeMinutes, 1),
    extremeC: roundHalfAwayFromZero(row.extremeC, 2),
    limitC: row.limitC,
    state: row.state,
    closedAt: row.closedAt,
    canCheck: checkRefusal(row, user, now) === null,
  }
}

/** What a breach has besides its row. */
interface BreachParts {
  /** The newest first. */
  readonly events: readonly BreachEvent[]
  /** As far as its reader may see them. */
  readonly alarms: readonly ShownAlarm[]
}

export function presentBreachDetail(
  row: Breach,
  { events, alarms }: BreachParts,
  reader: BreachReader,
  words: Words,
): BreachDetail {
  const refusal = checkRefusal(row, reader.user, reader.now)
  return {
    breach: { ...presentBreach(row, reader, words), actions: row.actions, facts: row.facts },
    action: newestAction(events),
    whyNoCheck:
      refusal === null || !awaitsCheck(row.state) ? null : words.translate(`errors.${codeOf(refusal)}`),
    alarms: alarms.map((alarm) => ({
      id: alarm.alarmId,
      text: alarmText(alarm, words),
      startedAt: alarm.startedAt,
      isOpen: alarm.clearedAt === null,
    })),
    history: events.map((event) => presentEvent(event, row.timeZone, words)),
  }
}

function newestAction(events: readonly BreachEvent[]): BreachDetail['action'] {
  for (const event of events) {
    if (event.kind !== 'action') continue
    const { happenedAt: doneAt, receivedAt: at, accountName: by, detail } = event
    return { ...detail, doneAt, at, by }
  }
  return null
}

function presentEvent(event: BreachEvent, zone: string, words: Words): WireBreachEvent {
  const { kind, happenedAt: at, receivedAt, accountName: by } = event
  return { kind, lines: eventLines(event, zone, words), at, receivedAt, by }
}

/** What an entry of the history says, a line each. */
export function eventLines(event: BreachEvent, zone: string, words: Words): string[] {
  switch (event.kind) {
    case 'judged':
    case 'changed':
    case 'withdrawn':
      return [factsText(event.detail, zone, words)]
    case 'action':
      return [
        event.detail.action,
        productText(event.detail, words),
        words.translate('corrections.causeIs', { cause: event.detail.cause }),
      ]
    case 'agreed':
    case 'sent_back': {
      const { note } = event.detail
      return [factsText(event.detail, zone, words), ...(note === '' ? [] : [note])]
    }
  }
}

/** `2026-11-19 10:00 – 11:10 · 1 h 10 min · 7.4 °C, limit 7 °C · 28 K·min` */
function factsText(
  { startAt, endAt, minutes, degreeMinutes, extremeC, limitC }: BreachFacts,
  zone: string,
  { language, translate }: Words,
): string {
  const celsius = (value: number) =>
    formatNumber(language, roundHalfAwayFromZero(value, 1), { decimals: 1, unit: '°C' })
  const [start, end] = [formatInstant(startAt, zone), formatInstant(endAt, zone)]
  const isSameDay = start.slice(0, 10) === end.slice(0, 10)
  return [
    `${start} – ${isSameDay ? clockText(zone, endAt) : end}`,
    formatMinutes(translate, minutes),
    translate('corrections.extremeOf', { extreme: celsius(extremeC), limit: celsius(limitC) }),
    formatNumber(language, roundHalfAwayFromZero(degreeMinutes, 1), { decimals: 1, unit: 'K·min' }),
  ].join(' · ')
}

/** What became of the product and how much of it: `Discarded, 12.5 kg, 30 boxes`. */
export function productText(
  { disposition, quantityKg, quantityWords }: CorrectiveAction,
  { language, translate }: Words,
): string {
  const kg = quantityKg === null ? [] : [formatNumber(language, quantityKg, { unit: 'kg' })]
  const amount = quantityWords === '' ? [] : [quantityWords]
  return [translate(`corrections.disposition.${disposition}`), ...kg, ...amount].join(', ')
}
