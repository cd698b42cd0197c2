import type { DashboardCard } from '@coldkeep/contract/wire/chart'
import { priorities, rankOf } from '@coldkeep/domain/alarms/priority'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { datesFrom, type LocalDate } from '@coldkeep/domain/time/local-date'
import { percentOf } from '@coldkeep/domain/units'
import { percentText } from '../../wording/number-text'
import { palette } from '../../wording/palette'
import { dayText, instantText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { DayCount } from '../alarm-record-queries'
import type { ShownAlarm } from '../shown-alarm-queries'
import { alarmText } from './alarm-text'

export interface HomeAlarmFigures {
  readonly first: LocalDate
  readonly last: LocalDate
  readonly byDay: readonly DayCount[]
  /** Alarms of the last day, and how many of them have been acknowledged. */
  readonly today: { readonly raised: number; readonly seen: number }
  readonly mostUrgent: ShownAlarm | null
  readonly now: EpochMs
}

/** The card of the alarm record: how many of the day's alarms have been acknowledged, and the days before. */
export function presentHomeAlarms(figures: HomeAlarmFigures, words: Words): DashboardCard {
  const { translate, language } = words
  const { first, last, byDay, today, mostUrgent, now } = figures
  const counts = new Map(byDay.map((day) => [`${day.on}/${day.priority}`, day.alarms]))
  const share = today.raised === 0 ? null : percentOf(today.seen / today.raised)
  return {
    title: translate('alarms.record.title'),
    value: percentText(language, share),
    note: translate('alarms.home.seen', { count: today.raised }),
    chart: {
      data: datesFrom(first, last).map((on) => ({
        label: dayText(language, on),
        values: priorities.map((priority) => counts.get(`${on}/${rankOf(priority)}`) ?? 0),
        drill: { day: on },
      })),
      decimals: 0,
      legend: priorities.map((priority, index) => ({
        value: translate(`alarms.priority.${priority}`),
        color: palette.priorities[index] ?? palette.normal,
      })),
    },
    news: mostUrgent === null ? [] : [`${mostUrgent.storeName}: ${alarmText(mostUrgent, words)}`],
    computedAt: instantText(now),
  }
}
