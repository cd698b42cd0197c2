import type { AlarmState } from '@coldkeep/domain/alarms/open-alarm'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { NO_VALUE } from '../../wording/number-text'
import { pointName } from '../../wording/point-name'
import type { Words } from '../../wording/words'
import type { ShownAlarm } from '../shown-alarm-queries'

/** Device, value against limit, and since when, by the store's clock. */
export function alarmText(alarm: ShownAlarm, { language, translate }: Words): string {
  const device = alarm.deviceName ?? alarm.terminalId
  const point = pointName(alarm.pointName ?? '', translate)
  const since = formatInstant(alarm.startedAt, alarm.timeZone)
  const number = (value: number | null) =>
    value === null ? NO_VALUE : formatNumber(language, value, { decimals: 1, unit: alarm.unit })
  const value = number(alarm.extreme ?? alarm.value)
  const limit = number(alarm.limitValue)
  switch (alarm.branch) {
    case 'high':
      return translate('alarms.text.high', { device, point, value, limit, since })
    case 'low':
      return translate('alarms.text.low', { device, point, value, limit, since })
    case 'lost':
      return alarm.cause === 'probe'
        ? translate('alarms.text.probe', { device, point, since })
        : translate('alarms.text.device', { device, since })
    case 'host_lost':
      return translate('alarms.text.host_lost', { terminal: alarm.terminalId, since })
    case 'threshold':
      return translate('alarms.text.threshold', { device, value, limit, since })
    case 'falling':
      return translate('alarms.text.falling', { device, value, since })
    case 'oscillation':
      return translate('alarms.text.oscillation', { device, since })
  }
}

/** What to do first. */
export function alarmAdvice(alarm: ShownAlarm, { translate }: Words): string {
  if (alarm.isChattering) return translate('alarms.advice.chattering')
  switch (alarm.branch) {
    case 'high':
      return translate(alarm.deviceZone === null ? 'alarms.advice.limit' : 'alarms.advice.high')
    case 'low':
      if (alarm.deviceZone === null) return translate('alarms.advice.limit')
      return translate(alarm.deviceZone === 'HOT' ? 'alarms.advice.hot' : 'alarms.advice.low')
    case 'lost':
      return translate(alarm.cause === 'probe' ? 'alarms.advice.probe' : 'alarms.advice.device')
    case 'host_lost':
      return translate('alarms.advice.host_lost')
    case 'threshold':
    case 'falling':
    case 'oscillation':
      return translate('alarms.advice.warning')
  }
}

const eventKinds = [
  'raised',
  'raised_again',
  'returned',
  'cleared',
  'suppressed',
  'released',
  'escalated',
  'acknowledged',
  'assigned',
  'commented',
  'shelved',
  'out_of_service',
  'in_service',
] as const
const reasons = [
  'returned',
  'acknowledged',
  'unattended',
  'judged_anew',
  'hold_over',
  'recovered',
  'window_passed',
  'switched_off',
  'retired',
] as const

export function eventText(kind: string, { translate }: Words): string {
  const known = eventKinds.find((one) => one === kind)
  return known === undefined ? kind : translate(`alarms.event.${known}`)
}

/** Why the system did something, in words; what a person wrote stays as it is. */
export function reasonText(reason: string | null, isPerson: boolean, { translate }: Words): string | null {
  if (reason === null || isPerson) return reason
  const known = reasons.find((one) => one === reason)
  return known === undefined ? reason : translate(`alarms.reason.${known}`)
}

export function stateText(state: AlarmState, { translate }: Words): string {
  return translate(`alarms.state.${state}`)
}
