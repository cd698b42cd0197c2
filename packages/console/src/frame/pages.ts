import { lazyRouteComponent } from '@tanstack/react-router'
import { withTexts } from '../site/language'
import type { Page } from '../site/pages'
import { DEVICE_PATTERN, pagePaths } from '../site/paths'
import { maintenancePages } from './maintenance-pages'

const analysis = { group: 'analysis', icon: 'chart' } as const
const download = { group: 'form', column: 'download', icon: 'fileDownload' } as const
const settings = { group: 'form', column: 'settings', icon: 'settings' } as const
const expansion = { group: 'form', column: 'expansion', icon: 'adjust' } as const
const network = { group: 'network', icon: 'device' } as const
const support = { group: 'support', icon: 'question' } as const

/**
 * Every page of the console: navigation, breadcrumb, document title, command palette and guards read this table,
 * in this order.
 */
export const pages: readonly Page[] = [
  {
    path: pagePaths.home,
    alsoAt: pagePaths.root,
    key: null,
    title: 'shell.pages.home',
    group: 'home',
    icon: 'home',
    screen: lazyRouteComponent(() => import('../areas/home/HomePage'), 'HomePage'),
  },
  {
    path: pagePaths.account,
    key: null,
    title: 'shell.pages.account',
    group: null,
    icon: 'user',
    screen: lazyRouteComponent(() => import('../areas/account/AccountPage'), 'AccountPage'),
  },
  {
    path: pagePaths.connectionRate,
    key: '1-1',
    title: 'shell.pages.connectionRate',
    ...analysis,
    screen: lazyRouteComponent(
      () => import('../areas/analysis/DeviceConnectionRatePage'),
      'DeviceConnectionRatePage',
    ),
  },
  {
    path: pagePaths.temperatureAssurance,
    key: '1-2',
    title: 'shell.pages.temperatureAssurance',
    tab: 'shell.tabs.temperatureAssurance',
    ...analysis,
    screen: lazyRouteComponent(
      () => withTexts('corrections', () => import('../areas/analysis/TemperatureAssurancePage')),
      'TemperatureAssurancePage',
    ),
  },
  {
    path: pagePaths.freezerHealth,
    key: '1-3',
    title: 'shell.pages.freezerHealth',
    ...analysis,
    screen: lazyRouteComponent(() => import('../areas/analysis/FreezerHealthPage'), 'FreezerHealthPage'),
  },
  {
    path: pagePaths.demand,
    key: '1-4',
    title: 'shell.pages.demand',
    ...analysis,
    screen: lazyRouteComponent(() => import('../areas/analysis/DemandPage'), 'DemandPage'),
  },
  {
    path: pagePaths.energyComparison,
    key: '1-5',
    title: 'shell.pages.energyComparison',
    ...analysis,
    screen: lazyRouteComponent(
      () => import('../areas/analysis/EnergyComparisonPage'),
      'EnergyComparisonPage',
    ),
  },
  {
    path: pagePaths.operation,
    key: '1-6',
    title: 'shell.pages.operation',
    ...analysis,
    screen: lazyRouteComponent(() => import('../areas/analysis/OperationPage'), 'OperationPage'),
  },
  {
    path: pagePaths.alarms,
    key: '1-7',
    title: 'shell.pages.alarms',
    ...analysis,
    screen: lazyRouteComponent(() => import('../areas/alarms/AlarmsPage'), 'AlarmsPage'),
  },
  {
    path: pagePaths.alarmRecord,
    key: '1-7',
    title: 'shell.pages.alarmRecord',
    ...analysis,
    screen: lazyRouteComponent(() => import('../areas/analysis/AlarmRecordPage'), 'AlarmRecordPage'),
  },
  {
    path: pagePaths.earlyWarnings,
    key: '1-8',
    title: 'shell.pages.earlyWarnings',
    ...analysis,
    screen: lazyRouteComponent(() => import('../areas/analysis/EarlyWarningsPage'), 'EarlyWarningsPage'),
  },
  {
    path: pagePaths.sensorReport,
    key: '2-1-1',
    title: 'shell.pages.sensorReport',
    ...download,
    screen: lazyRouteComponent(() => import('../areas/downloads/SensorReportPage'), 'SensorReportPage'),
  },
  {
    path: pagePaths.scheduledReports,
    key: '2-1-1',
    title: 'shell.pages.scheduledReports',
    ...download,
    screen: lazyRouteComponent(
      () => import('../areas/downloads/ScheduledReportsPage'),
      'ScheduledReportsPage',
    ),
  },
  {
    path: pagePaths.insuredDownload,
    key: '2-1-2',
    title: 'shell.pages.insuredDownload',
    ...download,
    screen: lazyRouteComponent(() => import('../areas/downloads/InsuredDownloadPage'), 'InsuredDownloadPage'),
  },
  {
    path: pagePaths.terminalLog,
    key: '2-1-3',
    title: 'shell.pages.terminalLog',
    ...download,
    screen: lazyRouteComponent(() => import('../areas/downloads/LogDownloadPage'), 'LogDownloadPage'),
  },
  {
    path: pagePaths.connectionLoss,
    key: '2-2-1',
    title: 'shell.pages.connectionLoss',
    ...settings,
    screen: lazyRouteComponent(
      () => withTexts('settings', () => import('../areas/settings/LossThresholdPage')),
      'LossThresholdPage',
    ),
  },
  {
    path: pagePaths.notificationTargets,
    key: '2-2-2',
    title: 'shell.pages.notificationTargets',
    ...settings,
    screen: lazyRouteComponent(
      () => import('../areas/notices/NotificationSettingPage'),
      'NotificationSettingPage',
    ),
  },
  {
    path: pagePaths.earlyWarningSetting,
    key: '2-2-3',
    title: 'shell.pages.earlyWarningSetting',
    ...settings,
    screen: lazyRouteComponent(
      () => import('../areas/settings/EarlyWarningSettingPage'),
      'EarlyWarningSettingPage',
    ),
  },
  {
    path: pagePaths.permissions,
    key: '2-2-4',
    title: 'shell.pages.permissions',
    ...settings,
    screen: lazyRouteComponent(() => import('../areas/rights/RightsPage'), 'RightsPage'),
  },
  {
    path: pagePaths.organisationSetting,
    key: '2-2-5',
    title: 'shell.pages.organisationSetting',
    ...settings,
    screen: lazyRouteComponent(() => import('../areas/organisation/OrganisationPage'), 'OrganisationPage'),
  },
  {
    path: pagePaths.storeSettings,
    key: '2-2-5',
    title: 'shell.pages.storeSettings',
    ...settings,
    screen: lazyRouteComponent(
      () => import('../areas/store-settings/StoreSettingsPage'),
      'StoreSettingsPage',
    ),
  },
  {
    path: pagePaths.credits,
    key: '2-2-5',
    title: 'shell.pages.credits',
    ...settings,
    screen: lazyRouteComponent(
      () => withTexts('servicePoints', () => import('../areas/service-points/ServicePointsPage')),
      'ServicePointsPage',
    ),
  },
  {
    path: pagePaths.systemTasks,
    key: '2-2-4',
    title: 'shell.pages.systemTasks',
    ...settings,
    screen: lazyRouteComponent(() => import('../areas/system/SystemTasksPage'), 'SystemTasksPage'),
  },
  {
    path: pagePaths.audit,
    key: '2-2-4',
    title: 'shell.pages.audit',
    ...settings,
    screen: lazyRouteComponent(
      () => withTexts('audit', () => import('../areas/audit/AuditPage')),
      'AuditPage',
    ),
  },
  {
    path: pagePaths.apiKeys,
    key: '2-2-4',
    title: 'shell.pages.apiKeys',
    ...settings,
    screen: lazyRouteComponent(() => import('../areas/api-keys/ApiKeysPage'), 'ApiKeysPage'),
  },
  {
    path: pagePaths.pollTables,
    key: '2-3-1',
    title: 'shell.pages.pollTables',
    ...expansion,
    screen: lazyRouteComponent(
      () => import('../areas/instructions/InstructionListPage'),
      'InstructionListPage',
    ),
  },
  {
    path: pagePaths.scripts,
    key: '2-3-2',
    title: 'shell.pages.scripts',
    ...expansion,
    screen: lazyRouteComponent(() => import('../areas/scripts/ScriptsPage'), 'ScriptsPage'),
  },
  {
    path: pagePaths.singleRun,
    key: '2-3-3',
    title: 'shell.pages.singleRun',
    ...expansion,
    screen: lazyRouteComponent(() => import('../areas/scripts/SingleRunPage'), 'SingleRunPage'),
  },
  {
    path: pagePaths.firmware,
    key: '2-4',
    title: 'shell.pages.firmware',
    group: 'form',
    column: 'updateJob',
    icon: 'upload',
    screen: lazyRouteComponent(
      () => withTexts('firmware', () => import('../areas/firmware/FirmwarePage')),
      'FirmwarePage',
    ),
  },
  {
    path: pagePaths.remoteOperation,
    key: '3-1',
    title: 'shell.pages.remoteOperation',
    ...network,
    screen: lazyRouteComponent(() => import('../areas/writes/RemoteOperationPage'), 'RemoteOperationPage'),
  },
  {
    path: pagePaths.equipment,
    key: '3-2',
    title: 'shell.pages.equipment',
    ...network,
    screen: lazyRouteComponent(() => import('../areas/equipment/EquipmentPage'), 'EquipmentPage'),
  },
  {
    path: pagePaths.terminals,
    key: '3-2',
    title: 'shell.pages.terminals',
    ...network,
    screen: lazyRouteComponent(() => import('../areas/terminals/TerminalsPage'), 'TerminalsPage'),
  },
  {
    path: pagePaths.busHealth,
    key: '3-2',
    title: 'shell.pages.busHealth',
    ...network,
    screen: lazyRouteComponent(() => import('../areas/field-health/BusHealthPage'), 'BusHealthPage'),
  },
  {
    path: pagePaths.quarantine,
    key: '3-2',
    title: 'shell.pages.quarantine',
    ...network,
    screen: lazyRouteComponent(() => import('../areas/field-health/QuarantinePage'), 'QuarantinePage'),
  },
  {
    path: pagePaths.controlProfiles,
    key: '3-3',
    title: 'shell.pages.controlProfiles',
    ...network,
    screen: lazyRouteComponent(
      () => withTexts('parameters', () => import('../areas/parameters/ParametersPage')),
      'ParametersPage',
    ),
  },
  {
    path: pagePaths.alertService,
    key: '3-4',
    title: 'shell.pages.alertService',
    ...network,
    screen: lazyRouteComponent(
      () => withTexts('amber', () => import('../areas/amber/AmberPage')),
      'AmberPage',
    ),
  },
  ...maintenancePages,
  {
    path: pagePaths.faq,
    key: '5-1',
    title: 'shell.pages.faq',
    ...support,
    screen: lazyRouteComponent(() => withTexts('help', () => import('../areas/help/FaqPage')), 'FaqPage'),
  },
  {
    path: pagePaths.about,
    key: '5-2',
    title: 'shell.pages.about',
    ...support,
    screen: lazyRouteComponent(() => withTexts('help', () => import('../areas/help/AboutPage')), 'AboutPage'),
  },
  {
    path: DEVICE_PATTERN,
    key: '3-2',
    title: 'shell.pages.device',
    group: null,
    within: pagePaths.equipment,
    icon: 'device',
    screen: lazyRouteComponent(() => import('./DeviceRoute'), 'DeviceRoute'),
  },
]
