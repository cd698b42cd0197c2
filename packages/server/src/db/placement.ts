import type { Tables } from './tables'

/**
 * Where the rows of a table live on a cluster: with their store (`spread`), as a full copy on each machine
 * (`everywhere`: few rows, changed by people), or on the coordinator alone (`local`).
 */
export type Placement = 'spread' | 'everywhere' | 'local'

export const PLACEMENT = {
  department: 'everywhere',
  vendor: 'everywhere',
  deviceModel: 'everywhere',
  storeCode: 'everywhere',
  terminal: 'everywhere',
  store: 'spread',
  device: 'spread',
  point: 'spread',
  pointList: 'spread',
  scan: 'spread',
  latest: 'spread',
  pointHour: 'spread',
  hourDue: 'spread',
  terminalHour: 'spread',
  terminalState: 'spread',
  serverHour: 'local',
  quarantine: 'spread',
  connectionDay: 'spread',
  analysisDue: 'spread',
  insuredCoverage: 'spread',
  storeDay: 'spread',
  temperatureDay: 'spread',
  temperatureStoreDay: 'spread',
  operationDay: 'spread',
  operationStoreDay: 'spread',
  alarmRule: 'spread',
  alarmStore: 'spread',
  alarmWatch: 'spread',
  alarmLate: 'spread',
  alarm: 'spread',
  alarmEvent: 'spread',
  announcement: 'local',
  announcementScope: 'local',
  energyDay: 'spread',
  demandDay: 'spread',
  energyComparison: 'spread',
  task: 'local',
  lease: 'local',
  account: 'local',
  pagePermissionType: 'local',
  pagePermission: 'local',
  signIn: 'local',
  signInFailure: 'local',
  serverKey: 'local',
} as const satisfies Record<keyof Tables, Placement>
