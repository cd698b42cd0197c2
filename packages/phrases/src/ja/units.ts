import type { units as english } from '../en/units'
import type { Translation } from '../keys'

export const units = {
  seconds_other: '{{count, number}} 秒',
  minutes_other: '{{count, number}} 分',
  hours_other: '{{count, number}} 時間',
  hoursMinutes: '{{hours}} 時間 {{minutes}} 分',
  days_other: '{{count, number}} 日',
  daysHours: '{{days}} 日 {{hours}} 時間',
  rows_other: '{{count, number}} 件',
  stores_other: '{{count, number}} 店舗',
  devices_other: '{{count, number}} 台',
  points_other: '{{count, number}} 点',
} satisfies Translation<typeof english>
