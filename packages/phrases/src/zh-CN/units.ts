import type { units as english } from '../en/units'
import type { Translation } from '../keys'

export const units = {
  seconds_other: '{{count, number}} 秒',
  minutes_other: '{{count, number}} 分钟',
  hours_other: '{{count, number}} 小时',
  hoursMinutes: '{{hours}} 小时 {{minutes}} 分',
  days_other: '{{count, number}} 天',
  daysHours: '{{days}} 天 {{hours}} 小时',
  rows_other: '{{count, number}} 条',
  stores_other: '{{count, number}} 家门店',
  devices_other: '{{count, number}} 台设备',
  points_other: '{{count, number}} 个点',
} satisfies Translation<typeof english>
