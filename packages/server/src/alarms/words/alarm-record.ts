import type { AnalysisDetail } from '@coldkeep/contract/areas/analysis'
import type { WireChart } from '@coldkeep/contract/wire/chart'
import type { WireTable } from '@coldkeep/contract/wire/table'
import { tenMinuteCounts } from '@coldkeep/domain/alarms/announcement'
import { priorities, priorityOfRank, rankOf } from '@coldkeep/domain/alarms/priority'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { datesFrom, type LocalDate } from '@coldkeep/domain/time/local-date'
import { formatInstant } from '@coldkeep/phrases/format'
import { extentIn } from '../../filters/first-stores'
import { minutesColumn, numberColumn, rounded, statusColumn, textColumn } from '../../wording/columns'
import { countText } from '../../wording/number-text'
import { palette } from '../../wording/palette'
import { pointName } from '../../wording/point-name'
import type { TableHead, TableRow } from '../../wording/table-csv'
import { dayText, instantText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { DayCount, RaiseCount, RecordedAlarm } from '../alarm-record-queries'
import { stateText } from './alarm-text'

const PAGE_SIZE = 10
const MINUTE_MS = 60_000
/** New alarms in ten minutes: none, one, up to five, up to ten, and what is too many. */
const RATE_BOUNDS = [0, 1, 5, 10, Number.POSITIVE_INFINITY]

export interface AlarmRecordFigures {
  readonly first: LocalDate
  readonly last: LocalDate
  /** The newest first; not more than are shown. */
  readonly alarms: readonly RecordedAlarm[]
  readonly byDay: readonly DayCount[]
  readonly raised: readonly RaiseCount[]
  readonly now: EpochMs
}

export function presentAlarmRecord(figures: AlarmRecordFigures, words: Words): AnalysisDetail {
  return {
    charts: [perDayChart(figures, words), rateChart(figures, words)],
    table: alarmTable(figures, words),
    coverage: null,
    computedAt: instantText(figures.now),
  }
}

function perDayChart({ first, last, byDay }: AlarmRecordFigures, { language, translate }: Words): WireChart {
  const counts = new Map(byDay.map((day) => [`${day.on}/${day.priority}`, day.alarms]))
  const legend = priorities.map((priority, index) => ({
    value: translate(`alarms.priority.${priority}`),
    color: palette.priorities[index] ?? palette.normal,
  }))
  const total = byDay.reduce((sum, day) => sum + day.alarms, 0)
  const critical = byDay.reduce((sum, day) => sum + (day.priority === 1 ? day.alarms : 0), 0)
  return {
    type: 'group_bar',
    name: translate('alarms.record.perDay'),
    axis: [translate('alarms.record.day'), translate('alarms.record.alarms')],
    data: datesFrom(first, last).map((on) => ({
      label: dayText(language, on),
      values: priorities.map((priority) => counts.get(`${on}/${rankOf(priority)}`) ?? 0),
      drill: { day: on },
    })),
    color: legend.map(({ color }) => color),
    legend,
    decimals: 0,
    summary: translate('alarms.record.perDaySummary', {
      total: countText(language, total),
      critical: countText(language, critical),
    }),
  }
}

/** Averages hide bursts, so the periods are counted by how many alarms each brought. */
function rateChart({ raised, now }: AlarmRecordFigures, { language, translate }: Words): WireChart {
  const title = translate('alarms.record.periods')
  const legend = [{ value: title, color: palette.normal }]
  const startAt = raised.reduce((first, stretch) => Math.min(first, stretch.startAt), Number(now))
  const { counts, overTen } = tenMinuteCounts(raised, { startAt: epochMs(startAt), endAt: now })
  const labels = [translate('alarms.record.none'), '1', '2–5', '6–10', translate('alarms.record.moreThanTen')]
  const bars = RATE_BOUNDS.map((bound, index) => {
    const above = RATE_BOUNDS[index - 1] ?? -1
    return counts.filter((count) => count > above && count <= bound).length
  })
  return {
    type: 'bar',
    name: translate('alarms.record.perTenMinutes'),
    axis: [translate('alarms.record.newAlarms'), title],
    data:
      raised.length === 0
        ? []
        : bars.map((value, index) => ({ label: labels[index] ?? '', values: [value] })),
    color: [palette.normal],
    legend,
    decimals: 0,
    summary: translate('alarms.record.rateSummary', {
      busy: countText(language, overTen),
      periods: countText(language, counts.length),
    }),
  }
}

function alarmTable({ alarms, byDay, now }: AlarmRecordFigures, words: Words): WireTable {
  const { language, translate } = words
  const shown = countText(language, alarms.length)
  const raised = byDay.reduce((sum, day) => sum + day.alarms, 0)
  const total = countText(language, raised)
  return {
    title:
      alarms.length < raised
        ? translate('alarms.record.tableLimited', { shown, total })
        : translate('alarms.record.table'),
    ...alarmTableHead(words),
    data: alarmRows(alarms, now, words),
    pageSize: PAGE_SIZE,
    ...extentIn('rows', { shown: alarms.length, total: Math.max(alarms.length, raised) }),
  }
}

export function alarmTableHead({ translate }: Words): TableHead {
  return {
    header: [
      textColumn(translate('alarms.record.startedAt')),
      textColumn(translate('alarms.record.raisedAt')),
      textColumn(translate('alarms.record.store')),
      textColumn(translate('alarms.record.device')),
      textColumn(translate('alarms.record.point')),
      statusColumn(translate('alarms.record.kind')),
      statusColumn(translate('alarms.record.priority')),
      numberColumn(translate('alarms.record.value'), 1),
      numberColumn(translate('alarms.record.extreme'), 1),
      numberColumn(translate('alarms.record.limit'), 1),
      minutesColumn(translate('alarms.record.duration')),
      statusColumn(translate('alarms.record.state')),
      textColumn(translate('alarms.record.acknowledgedBy')),
      textColumn(translate('alarms.record.acknowledgedAt')),
      numberColumn(translate('alarms.record.count'), 0),
      textColumn(translate('alarms.record.late')),
    ],
    filterIndex: 6,
  }
}

/** In the order of the alarms. */
export function alarmRows(alarms: readonly RecordedAlarm[], now: EpochMs, words: Words): TableRow[] {
  return alarms.map((alarm) => alarmRow(alarm, now, words))
}

function alarmRow(alarm: RecordedAlarm, now: EpochMs, words: Words): TableRow {
  const { translate } = words
  const clock = (at: EpochMs | null) => (at === null ? null : formatInstant(at, alarm.timeZone))
  const end = alarm.returnedAt ?? alarm.clearedAt ?? now
  return {
    id: String(alarm.alarmId),
    value: [
      clock(alarm.startedAt),
      clock(alarm.raisedAt),
      alarm.storeName,
      alarm.deviceName ?? alarm.terminalId,
      alarm.pointName === null ? null : pointName(alarm.pointName, translate),
      translate(`alarms.kind.${alarm.branch}`),
      translate(`alarms.priority.${priorityOfRank(alarm.priority)}`),
      rounded(alarm.value, 1),
      rounded(alarm.extreme, 1),
      rounded(alarm.limitValue, 1),
      Math.max(0, Math.round((end - alarm.startedAt) / MINUTE_MS)),
      stateText(alarm.state, words),
      alarm.acknowledgedBy,
      clock(alarm.acknowledgedAt),
      alarm.count,
      alarm.isLate ? translate('alarms.record.isLate') : null,
    ],
    drill: {
      departmentId: String(alarm.departmentId),
      storeId: String(alarm.storeId),
      ...(alarm.deviceId === null ? {} : { deviceId: String(alarm.deviceId) }),
    },
  }
}
