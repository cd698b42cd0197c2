import * as account from './areas/account'
import * as alarms from './areas/alarms'
import * as analysis from './areas/analysis'
import * as apiKeys from './areas/api-keys'
import * as audit from './areas/audit'
import * as bundles from './areas/bundles'
import * as commands from './areas/commands'
import * as departments from './areas/departments'
import * as devices from './areas/devices'
import * as electricity from './areas/electricity'
import * as field from './areas/field'
import * as fieldHealth from './areas/field-health'
import * as health from './areas/health'
import * as home from './areas/home'
import * as lossRules from './areas/loss-rules'
import * as mailedLinks from './areas/mailed-links'
import * as notices from './areas/notices'
import * as operation from './areas/operation'
import * as organisation from './areas/organisation'
import * as secondFactor from './areas/second-factor'
import * as session from './areas/session'
import * as stores from './areas/stores'
import * as system from './areas/system'
import * as temperature from './areas/temperature-assurance'
import * as terminals from './areas/terminals'
import * as warningRules from './areas/warning-rules'

/** The one table of calls: what is here must be bound by the server and can be sent by the console. */
export const calls = {
  getConfig: session.getConfig,
  getPhrases: session.getPhrases,
  signIn: session.signIn,
  renewSignIn: session.renewSignIn,
  signOut: session.signOut,
  getCompany: account.getCompany,
  updateCompany: account.updateCompany,
  getProfile: account.getProfile,
  updateProfile: account.updateProfile,
  changePassword: account.changePassword,
  updatePreferences: account.updatePreferences,
  listSignIns: account.listSignIns,
  endSignIn: account.endSignIn,
  endOtherSignIns: account.endOtherSignIns,
  getSecondFactor: secondFactor.getSecondFactor,
  beginSecondFactor: secondFactor.beginSecondFactor,
  confirmSecondFactor: secondFactor.confirmSecondFactor,
  renewRecoveryCodes: secondFactor.renewRecoveryCodes,
  endSecondFactor: secondFactor.endSecondFactor,
  signInOptions: mailedLinks.signInOptions,
  forgetPassword: mailedLinks.forgetPassword,
  followLink: mailedLinks.followLink,
  inviteAccount: mailedLinks.inviteAccount,
  departmentMap: organisation.departmentMap,
  listStores: organisation.listStores,
  listVendors: organisation.listVendors,
  searchStores: organisation.searchStores,
  departmentSample: departments.departmentSample,
  listDepartments: departments.listDepartments,
  previewDepartments: departments.previewDepartments,
  updateDepartments: departments.updateDepartments,
  storesCsv: stores.storesCsv,
  previewStores: stores.previewStores,
  importStores: stores.importStores,
  homeScope: home.homeScope,
  homeOrganisation: home.homeOrganisation,
  homeConnectionRate: home.homeConnectionRate,
  homeTemperatureAssurance: home.homeTemperatureAssurance,
  homeHealth: home.homeHealth,
  worstStores: health.worstStores,
  homeOperation: home.homeOperation,
  homeDemand: home.homeDemand,
  homeEnergyComparison: home.homeEnergyComparison,
  connectionRatePageInfo: analysis.connectionRatePageInfo,
  connectionRate: analysis.connectionRate,
  temperatureAssurancePageInfo: temperature.temperatureAssurancePageInfo,
  temperatureAssurance: temperature.temperatureAssurance,
  storeTemperatureAssurance: temperature.storeTemperatureAssurance,
  healthPageInfo: health.healthPageInfo,
  health: health.health,
  earlyWarningsPageInfo: health.earlyWarningsPageInfo,
  earlyWarnings: health.earlyWarnings,
  earlyWarningCurve: health.earlyWarningCurve,
  deviceHealth: health.deviceHealth,
  operationPageInfo: operation.operationPageInfo,
  operation: operation.operation,
  demandPageInfo: electricity.demandPageInfo,
  demand: electricity.demand,
  energyComparison: electricity.energyComparison,
  getDevice: devices.getDevice,
  deviceSeries: devices.deviceSeries,
  searchDevices: devices.searchDevices,
  homeAlarmRecord: home.homeAlarmRecord,
  alarmRecordPageInfo: alarms.alarmRecordPageInfo,
  alarmRecord: alarms.alarmRecord,
  listAlarms: alarms.listAlarms,
  getAlarm: alarms.getAlarm,
  acknowledgeAlarms: alarms.acknowledgeAlarms,
  assignAlarms: alarms.assignAlarms,
  commentAlarms: alarms.commentAlarms,
  shelveAlarms: alarms.shelveAlarms,
  serviceAlarms: alarms.serviceAlarms,
  streamEvents: alarms.streamEvents,
  listTasks: system.listTasks,
  listAudit: audit.listAudit,
  exportAudit: audit.exportAudit,
  getLossSetting: lossRules.getLossSetting,
  saveLossSetting: lossRules.saveLossSetting,
  removeLossSetting: lossRules.removeLossSetting,
  exportLossSettings: lossRules.exportLossSettings,
  listApiKeys: apiKeys.listApiKeys,
  addApiKey: apiKeys.addApiKey,
  revokeApiKey: apiKeys.revokeApiKey,
  listWarningRules: warningRules.listWarningRules,
  saveWarningRule: warningRules.saveWarningRule,
  removeWarningRule: warningRules.removeWarningRule,
  exportWarningRulesCsv: warningRules.exportWarningRulesCsv,
  exportWarningRules: warningRules.exportWarningRules,
  importWarningRules: warningRules.importWarningRules,
  listTerminals: terminals.listTerminals,
  getTerminal: terminals.getTerminal,
  addTerminal: terminals.addTerminal,
  makeClaimCode: terminals.makeClaimCode,
  withdrawClaimCode: terminals.withdrawClaimCode,
  enableTerminal: terminals.enableTerminal,
  busHealth: fieldHealth.busHealth,
  listQuarantine: fieldHealth.listQuarantine,
  getQuarantined: fieldHealth.getQuarantined,
  releaseQuarantined: fieldHealth.releaseQuarantined,
  discardQuarantined: fieldHealth.discardQuarantined,
  terminalEvents: fieldHealth.terminalEvents,
  deviceGaps: fieldHealth.deviceGaps,
  listConfigurations: bundles.listConfigurations,
  getConfiguration: bundles.getConfiguration,
  putConfiguration: bundles.putConfiguration,
  returnToConfiguration: bundles.returnToConfiguration,
  listCommands: commands.listCommands,
  sendCommand: commands.sendCommand,
  cancelCommand: commands.cancelCommand,
  getCommandLog: commands.getCommandLog,
  listNoticeTargets: notices.listNoticeTargets,
  addNoticeTargets: notices.addNoticeTargets,
  changeNoticeTargets: notices.changeNoticeTargets,
  removeNoticeTarget: notices.removeNoticeTarget,
  testNoticeTarget: notices.testNoticeTarget,
  renewNoticeSecret: notices.renewNoticeSecret,
  noticeOptions: notices.noticeOptions,
  listNoticeSteps: notices.listNoticeSteps,
  addNoticeSteps: notices.addNoticeSteps,
  changeNoticeSteps: notices.changeNoticeSteps,
  removeNoticeStep: notices.removeNoticeStep,
  listNoticeTypes: notices.listNoticeTypes,
  alarmNoticeRecords: notices.alarmNoticeRecords,
  terminalNoticeRecords: notices.terminalNoticeRecords,
  claimTerminal: field.claimTerminal,
  renewCredential: field.renewCredential,
} as const
export type CallName = keyof typeof calls
