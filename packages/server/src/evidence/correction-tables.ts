import type { CsvCell } from '@coldkeep/contract/wire/csv'
import { eventLines } from '../corrections/words/present-breach'
import { rounded } from '../wording/columns'
import { localInstant } from '../wording/local-instant'
import type { Words } from '../wording/words'
import type { Evidence, EvidenceBreach } from './evidence'
import { isOpenEvidence, newestEntryOf, numberOf } from './evidence-breaches'

type Row = readonly CsvCell[]

/** Each breach with what was done about it and who checked it. */
export function correctionTable({ store, breaches }: Evidence, words: Words): Row[] {
  const { translate } = words
  const local = (at: number | undefined) =>
    at === undefined ? null : localInstant(store.zone, at as Evidence['madeAt'])
  return [
    [
      translate('corrections.number'),
      translate('evidence.deviceId'),
      translate('evidence.device'),
      translate('evidence.from'),
      translate('evidence.until'),
      translate('protection.excursion'),
      translate('evidence.peak'),
      translate('evidence.limit'),
      translate('protection.degreeMinutes'),
      translate('corrections.state'),
      translate('corrections.action'),
      translate('corrections.product'),
      translate('corrections.quantityKg'),
      translate('corrections.quantityWords'),
      translate('corrections.cause'),
      translate('corrections.doneAt'),
      translate('corrections.by'),
      translate('corrections.pack.writtenAt'),
      translate('corrections.pack.checkedBy'),
      translate('corrections.pack.checkedAt'),
    ],
    ...breaches.map((breach): Row => {
      const { action, check } = newestEntryOf(breach)
      return [
        numberOf(breach),
        breach.deviceId,
        breach.deviceName,
        local(breach.startAt),
        local(breach.endAt),
        rounded(breach.minutes, 1),
        rounded(breach.extremeC, 2),
        breach.limitC,
        rounded(breach.degreeMinutes, 1),
        breachStateText(breach, words),
        action?.action ?? null,
        action === null ? null : translate(`corrections.disposition.${action.disposition}`),
        action?.quantityKg ?? null,
        action?.quantityWords ?? null,
        action?.cause ?? null,
        local(action?.doneAt),
        action?.by ?? null,
        local(action?.at),
        check?.by ?? null,
        local(check?.at),
      ]
    }),
  ]
}

/** All that was entered of each breach, the oldest first. */
export function correctionHistoryTable({ store, breaches }: Evidence, words: Words): Row[] {
  const { translate } = words
  return [
    [
      translate('corrections.number'),
      translate('evidence.at'),
      translate('evidence.recordedAt'),
      translate('evidence.event'),
      translate('evidence.by'),
      translate('evidence.reason'),
    ],
    ...breaches.flatMap((breach) =>
      breach.history
        .toReversed()
        .map(
          (event): Row => [
            numberOf(breach),
            localInstant(store.zone, event.happenedAt),
            localInstant(store.zone, event.receivedAt),
            translate(`corrections.event.${event.kind}`),
            event.accountName,
            eventLines(event, store.zone, words).join(' / '),
          ],
        ),
    ),
  ]
}

/** An open one is named as open. */
export function breachStateText(breach: EvidenceBreach, { translate }: Words): string {
  if (breach.record === null) return translate('corrections.pack.missing')
  const state = translate(`corrections.stateOf.${breach.record.state}`)
  return isOpenEvidence(breach) ? translate('corrections.pack.open', { state }) : state
}
