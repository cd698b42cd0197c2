import { priorityOfRank } from '@coldkeep/domain/alarms/priority'
import { alarmText, eventText, reasonText, stateText } from '../../alarms/words/alarm-text'
import { type Sheet, SOFT_INK } from '../../paper/sheet'
import { pointName } from '../../wording/point-name'
import { alarmsOf } from '../csv-tables'
import type { AlarmDeed, Evidence, EvidenceAlarm } from '../evidence'
import type { PageWords } from './page-words'

const MOST_ALARMS = 60
/** What the system recorded of an alarm is in the file; paper shows what people did. */
const systemEvents = new Set(['raised', 'raised_again', 'returned', 'cleared', 'escalated'])

/** Alarms of the devices and of their terminals, each with who acknowledged it and what was done. */
export function drawAlarms(sheet: Sheet, evidence: Evidence, words: PageWords): void {
  const { translate } = words
  sheet.newPage()
  sheet.heading(translate('evidence.alarms'), { size: 15 })
  const alarms = alarmsOf(evidence)
  if (alarms.length === 0) {
    sheet.paragraph(translate('evidence.noAlarms'), { color: SOFT_INK })
    return
  }
  for (const alarm of alarms.slice(0, MOST_ALARMS)) drawAlarm(sheet, alarm, words)
  const count = alarms.length - MOST_ALARMS
  if (count > 0)
    sheet.paragraph(translate('evidence.more', { count, file: 'alarms.csv' }), { size: 8, color: SOFT_INK })
}

function drawAlarm(sheet: Sheet, alarm: EvidenceAlarm, words: PageWords): void {
  const { translate } = words
  const { acknowledgedAt, acknowledgedBy } = alarm
  sheet.need(64)
  sheet.rule()
  sheet.space(5)
  sheet.paragraph(alarmText(alarm, words), { weight: 'bold' })
  const seen =
    acknowledgedAt === null
      ? translate('evidence.notAcknowledged')
      : translate('evidence.acknowledgedBy', {
          name: acknowledgedBy ?? '',
          time: words.instant(acknowledgedAt),
        })
  const fact = (label: string, value: string) => `${label}: ${value}`
  sheet.paragraph(
    [
      `${translate('evidence.alarmNumber')} ${alarm.alarmId}`,
      translate(`alarms.priority.${priorityOfRank(alarm.priority)}`),
      stateText(alarm.state, words),
      fact(translate('evidence.acknowledgement'), seen),
    ].join('   ·   '),
    { size: 8, color: SOFT_INK },
  )
  sheet.space(2)
  for (const deed of alarm.history.filter(mustAnnounce)) sheet.paragraph(deedText(deed, words), { size: 8 })
  sheet.space(7)
}

function mustAnnounce({ kind, accountName }: AlarmDeed): boolean {
  return accountName !== null || systemEvents.has(kind)
}

function deedText({ kind, at, accountName, reason }: AlarmDeed, words: PageWords): string {
  const who = accountName ?? words.translate('evidence.system')
  const what = eventText(kind, words)
  const why = reasonText(reason, accountName !== null, words)
  return `${words.instant(at)}   ${who}   ${what}${why === null ? '' : `: ${why}`}`
}

/** When each probe was held against a reference for the last time, up to the end of the period. */
export function drawCalibrations(sheet: Sheet, { devices }: Evidence, { translate }: PageWords): void {
  sheet.space(18)
  sheet.heading(translate('evidence.calibration'))
  const none = { text: translate('evidence.noCalibration'), color: SOFT_INK }
  sheet.table(
    [
      { title: translate('evidence.device'), share: 24 },
      { title: translate('evidence.probe'), share: 20 },
      { title: translate('evidence.measures'), share: 18 },
      { title: translate('evidence.checkedOn'), share: 20 },
      { title: translate('evidence.checkedBy'), share: 20 },
      { title: translate('evidence.certificate'), share: 18 },
    ],
    devices.flatMap(({ name, probes }) =>
      probes.map(({ name: probe, kind, calibration }) => [
        { text: name },
        { text: pointName(probe, translate) },
        { text: translate(`devices.kind.${kind}`) },
        calibration === null ? none : { text: calibration.checkedOn },
        { text: calibration?.checkedBy ?? '' },
        { text: calibration?.certificate ?? '' },
      ]),
    ),
  )
}
