import type { ShownAlarm } from '../../alarms/shown-alarm-queries'
import { alarmText } from '../../alarms/words/alarm-text'
import { rounded } from '../../wording/columns'
import { clockText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { StoreTroubles } from '../worst-store-queries'

/**
 * Stores with what is wrong in each, in words, the most urgent first.
 * @param alarms those that are spelled out, one of each store
 */
export function presentWorstStores(
  stores: readonly StoreTroubles[],
  alarms: readonly ShownAlarm[],
  words: Words,
) {
  const { translate } = words
  return {
    stores: stores.map(({ storeId, departmentId, name, zone, score, ...troubles }) => {
      const { hostLostSince, criticalAlarms, highAlarms, firstAlarmId, breaches, poorDevices } = troubles
      const alarm = alarms.find(({ alarmId }) => alarmId === firstAlarmId)
      const problems: string[] = []
      if (alarm !== undefined) problems.push(alarmText(alarm, words))
      if (hostLostSince !== null && alarm?.branch !== 'host_lost') {
        problems.push(translate('health.worst.lost', { since: clockText(zone, hostLostSince) }))
      }
      if (breaches > 0) problems.push(translate('health.worst.breaches', { count: breaches }))
      if (poorDevices > 0) problems.push(translate('health.worst.poor', { count: poorDevices }))
      return {
        name,
        alarms: { critical: criticalAlarms, high: highAlarms },
        problems,
        score: rounded(score, 1),
        drill: { departmentId: String(departmentId), storeId: String(storeId) },
      }
    }),
  }
}
