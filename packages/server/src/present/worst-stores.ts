import type { StoreTroubles } from '../areas/home/worst-store-queries'
import { clockText } from './time-text'
import type { Words } from './words'

/** Stores with what is wrong in each, in words, the most urgent first. */
export function presentWorstStores(stores: readonly StoreTroubles[], { translate }: Words) {
  return {
    stores: stores.map(({ storeId, departmentId, name, zone, ...troubles }) => {
      const { hostLostSince, criticalAlarms, highAlarms, breaches, poorDevices } = troubles
      const problems: string[] = []
      if (criticalAlarms > 0) problems.push(translate('health.worst.critical', { count: criticalAlarms }))
      if (hostLostSince !== null) {
        problems.push(translate('health.worst.lost', { since: clockText(zone, hostLostSince) }))
      }
      if (breaches > 0) problems.push(translate('health.worst.breaches', { count: breaches }))
      if (highAlarms > 0) problems.push(translate('health.worst.high', { count: highAlarms }))
      if (poorDevices > 0) problems.push(translate('health.worst.poor', { count: poorDevices }))
      return { name, problems, drill: { depart: String(departmentId), store: String(storeId) } }
    }),
  }
}
