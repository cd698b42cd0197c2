import { pagePaths } from './paths'

/** The question that a page raises most, by the key of its answer. */
export const pageHelp: Readonly<Partial<Record<string, string>>> = {
  [pagePaths.alarms]: 'acknowledge',
  [pagePaths.alarmRecord]: 'priorities',
  [pagePaths.temperatureAssurance]: 'verdicts',
  [pagePaths.freezerHealth]: 'score-meaning',
  [pagePaths.demand]: 'demand-forecast',
  [pagePaths.energyComparison]: 'energy-comparison',
  [pagePaths.earlyWarnings]: 'early-warnings',
  [pagePaths.earlyWarningSetting]: 'early-warnings',
  [pagePaths.connectionLoss]: 'terminal-silent',
  [pagePaths.notificationTargets]: 'notified-at-night',
  [pagePaths.notificationRecord]: 'no-message',
  [pagePaths.remoteOperation]: 'second-person',
  [pagePaths.equipment]: 'replace-controller',
  [pagePaths.terminals]: 'connect-box',
  [pagePaths.busHealth]: 'device-silent',
  [pagePaths.upkeep]: 'complete-upkeep',
  [pagePaths.daySheet]: 'daily-sheet',
  [pagePaths.repair]: 'repair-progress',
  [pagePaths.sensorReport]: 'download-readings',
  [pagePaths.scheduledReports]: 'scheduled-reports',
  [pagePaths.insuredDownload]: 'evidence-pack',
  [pagePaths.storeSettings]: 'insured-until',
  [pagePaths.account]: 'one-time-codes',
}
