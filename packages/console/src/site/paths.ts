import type { DeviceId } from '@coldkeep/domain/ids'

/** The address of every page, exactly as people may have bookmarked it. */
export const pagePaths = {
  login: '/login',
  root: '/',
  home: '/home',
  account: '/Account',
  connectionRate: '/DeviceConnectionRate',
  temperatureAssurance: '/TemperatureAssuranceManagement',
  freezerHealth: '/FreezerHealthDistribution',
  demand: '/ElectricPowerRequirement',
  energyComparison: '/ElectricalConsumptionComparison',
  operation: '/OperationalAnalysis',
  alarms: '/Alarms',
  alarmRecord: '/AlarmRecord',
  earlyWarnings: '/EarlyAlarmAnalysis',
  sensorReport: '/DownloadSenseData',
  scheduledReports: '/ScheduledReports',
  insuredDownload: '/DownloadQualityAssuranceData',
  terminalLog: '/DownloadLogData',
  connectionLoss: '/AlarmThresholdSetting',
  notificationTargets: '/NotificationSetting',
  earlyWarningSetting: '/EarlyWarningSetting',
  permissions: '/UserRoleSetting',
  organisationSetting: '/OrganizationSetting',
  pollTables: '/InstructionListExpansion',
  scripts: '/AppendPollingControlExpansion',
  singleRun: '/SingleExecutionExpansion',
  firmware: '/UpdateOperation',
  remoteOperation: '/_31_',
  equipment: '/_32_',
  controlProfiles: '/_33_',
  alertService: '/_34_',
  onlineMaintenance: '/_41_OnlineMaintenance',
  helpDesk: '/_42_',
  upkeep: '/_43_',
  daySheet: '/DailySheet',
  repair: '/_44_',
  notificationRecord: '/_45_',
  sendMessage: '/_46_',
  messages: '/Messages',
  faq: '/_51_',
  about: '/_52_',
  credits: '/ServicePoints',
  storeSettings: '/StoreSettings',
  systemTasks: '/SystemTasks',
  audit: '/Audit',
  apiKeys: '/ApiKeys',
  busHealth: '/BusHealth',
  quarantine: '/Quarantine',
  terminals: '/Terminals',
} as const

/** With `$id`, as the router reads it. */
export const DEVICE_PATTERN = '/device/$id'

/** Every address of the console. */
export const paths = {
  ...pagePaths,
  device: (id: DeviceId | string): string => `/device/${id}`,
  /** An address with parameters; empty ones are left out. */
  withSearch: (path: string, search: Readonly<Record<string, string | undefined>>): string => {
    const named = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]))
    return named.length === 0 ? path : `${path}?${new URLSearchParams(named)}`
  },
  /** Where to sign in, and where to come back to. */
  signIn: (next: string): string =>
    next === pagePaths.root || next === pagePaths.home
      ? pagePaths.login
      : `${pagePaths.login}?${new URLSearchParams({ next })}`,
} as const

/** The place to return to after signing in: an address of this console, never of another. */
export function nextAfterLogin(search: string): string {
  const next = new URLSearchParams(search).get('next')
  const isOurs = next !== null && /^\/(?![/\\])/.test(next) && !next.startsWith(pagePaths.login)
  return isOurs ? next : pagePaths.home
}
