import type { units as english } from '../en/units'
import type { Translation } from '../keys'

export const units = {
  seconds_other: '{{count, number}} 秒',
  minutes_other: '{{count, number}} 分',
  hours_other: '{{count, number}} 小時',
  hoursMinutes: '{{hours}} 時 {{minutes}} 分',
  days_other: '{{count, number}} 天',
  daysHours: '{{days}} 天 {{hours}} 小時',
  rows_other: '{{count, number}} 筆',
  stores_other: '{{count, number}} 家門市',
  devices_other: '{{count, number}} 台設備',
  points_other: '{{count, number}} 點',
} satisfies Translation<typeof english>
