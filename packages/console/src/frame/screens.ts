import type { ComponentType } from 'react'
import { DEVICE_PATTERN, pagePaths } from '../site/paths'

type Screen = () => Promise<{ readonly default: ComponentType }>

/** The code of each built page, fetched when it is opened. */
export const screens: Readonly<Record<string, Screen>> = {
  [pagePaths.home]: () => import('../areas/home/HomePage').then((area) => ({ default: area.HomePage })),
  [pagePaths.account]: () =>
    import('../areas/account/AccountPage').then((area) => ({ default: area.AccountPage })),
  [pagePaths.connectionRate]: () =>
    import('../areas/analysis/DeviceConnectionRatePage').then((area) => ({
      default: area.DeviceConnectionRatePage,
    })),
  [pagePaths.temperatureAssurance]: () =>
    import('../areas/analysis/TemperatureAssurancePage').then((area) => ({
      default: area.TemperatureAssurancePage,
    })),
  [pagePaths.freezerHealth]: () =>
    import('../areas/analysis/FreezerHealthPage').then((area) => ({ default: area.FreezerHealthPage })),
  [pagePaths.demand]: () =>
    import('../areas/analysis/DemandPage').then((area) => ({ default: area.DemandPage })),
  [pagePaths.energyComparison]: () =>
    import('../areas/analysis/EnergyComparisonPage').then((area) => ({ default: area.EnergyComparisonPage })),
  [pagePaths.operation]: () =>
    import('../areas/analysis/OperationPage').then((area) => ({ default: area.OperationPage })),
  [pagePaths.alarms]: () =>
    import('../areas/alarms/AlarmsPage').then((area) => ({ default: area.AlarmsPage })),
  [pagePaths.alarmRecord]: () =>
    import('../areas/analysis/AlarmRecordPage').then((area) => ({ default: area.AlarmRecordPage })),
  [pagePaths.earlyWarnings]: () =>
    import('../areas/analysis/EarlyWarningsPage').then((area) => ({ default: area.EarlyWarningsPage })),
  [pagePaths.organisationSetting]: () =>
    import('../areas/organisation/OrganisationPage').then((area) => ({ default: area.OrganisationPage })),
  [pagePaths.storeSettings]: () =>
    import('../areas/store-settings/StoreSettingsPage').then((area) => ({ default: area.StoreSettingsPage })),
  [pagePaths.earlyWarningSetting]: () =>
    import('../areas/settings/EarlyWarningSettingPage').then((area) => ({
      default: area.EarlyWarningSettingPage,
    })),
  [pagePaths.connectionLoss]: () =>
    import('../areas/settings/LossThresholdPage').then((area) => ({ default: area.LossThresholdPage })),
  [pagePaths.permissions]: () =>
    import('../areas/rights/RightsPage').then((area) => ({ default: area.RightsPage })),
  [pagePaths.pollTables]: () =>
    import('../areas/instructions/InstructionListPage').then((area) => ({
      default: area.InstructionListPage,
    })),
  [pagePaths.scripts]: () =>
    import('../areas/scripts/ScriptsPage').then((area) => ({ default: area.ScriptsPage })),
  [pagePaths.singleRun]: () =>
    import('../areas/scripts/SingleRunPage').then((area) => ({ default: area.SingleRunPage })),
  [pagePaths.sensorReport]: () =>
    import('../areas/downloads/SensorReportPage').then((area) => ({ default: area.SensorReportPage })),
  [pagePaths.terminalLog]: () =>
    import('../areas/downloads/LogDownloadPage').then((area) => ({ default: area.LogDownloadPage })),
  [pagePaths.scheduledReports]: () =>
    import('../areas/downloads/ScheduledReportsPage').then((area) => ({
      default: area.ScheduledReportsPage,
    })),
  [pagePaths.insuredDownload]: () =>
    import('../areas/downloads/InsuredDownloadPage').then((area) => ({
      default: area.InsuredDownloadPage,
    })),
  [pagePaths.systemTasks]: () =>
    import('../areas/system/SystemTasksPage').then((area) => ({ default: area.SystemTasksPage })),
  [pagePaths.notificationTargets]: () =>
    import('../areas/notices/NotificationSettingPage').then((area) => ({
      default: area.NotificationSettingPage,
    })),
  [pagePaths.notificationRecord]: () =>
    import('../areas/notices/NotificationRecordPage').then((area) => ({
      default: area.NotificationRecordPage,
    })),
  [pagePaths.audit]: () => import('../areas/audit/AuditPage').then((area) => ({ default: area.AuditPage })),
  [pagePaths.apiKeys]: () =>
    import('../areas/api-keys/ApiKeysPage').then((area) => ({ default: area.ApiKeysPage })),
  [pagePaths.remoteOperation]: () =>
    import('../areas/writes/RemoteOperationPage').then((area) => ({ default: area.RemoteOperationPage })),
  [pagePaths.equipment]: () =>
    import('../areas/equipment/EquipmentPage').then((area) => ({ default: area.EquipmentPage })),
  [pagePaths.terminals]: () =>
    import('../areas/terminals/TerminalsPage').then((area) => ({ default: area.TerminalsPage })),
  [pagePaths.busHealth]: () =>
    import('../areas/field-health/BusHealthPage').then((area) => ({ default: area.BusHealthPage })),
  [pagePaths.quarantine]: () =>
    import('../areas/field-health/QuarantinePage').then((area) => ({ default: area.QuarantinePage })),
  [DEVICE_PATTERN]: () => import('./DeviceRoute').then((part) => ({ default: part.DeviceRoute })),
}
