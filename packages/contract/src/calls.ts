import { amberCalls } from './amber-calls'
import * as account from './areas/account'
import * as accounts from './areas/accounts'
import * as alarms from './areas/alarms'
import * as analysis from './areas/analysis'
import * as apiKeys from './areas/api-keys'
import * as audit from './areas/audit'
import * as bundles from './areas/bundles'
import * as calibrations from './areas/calibrations'
import * as categories from './areas/categories'
import * as commands from './areas/commands'
import * as demandRules from './areas/demand-rules'
import * as departments from './areas/departments'
import * as deployments from './areas/deployments'
import * as devices from './areas/devices'
import * as downloads from './areas/downloads'
import * as electricity from './areas/electricity'
import * as enrolment from './areas/enrolment'
import * as equipment from './areas/equipment'
import * as evidence from './areas/evidence'
import * as field from './areas/field'
import * as fieldHealth from './areas/field-health'
import * as figures from './areas/figures'
import * as firmwareConsent from './areas/firmware-consent'
import * as firmwareImages from './areas/firmware-images'
import * as firmwareJobs from './areas/firmware-jobs'
import * as health from './areas/health'
import * as home from './areas/home'
import * as limitRules from './areas/limit-rules'
import * as line from './areas/line'
import * as logDownloads from './areas/log-downloads'
import * as lossRules from './areas/loss-rules'
import * as mailedLinks from './areas/mailed-links'
import * as modelVersions from './areas/model-versions'
import * as operation from './areas/operation'
import * as organisation from './areas/organisation'
import * as ownPassword from './areas/own-password'
import * as pointDefinitions from './areas/point-definitions'
import * as pollCommands from './areas/poll-commands'
import * as ports from './areas/ports'
import * as preferences from './areas/preferences'
import * as provider from './areas/provider'
import * as push from './areas/push'
import * as reportSchedules from './areas/report-schedules'
import * as rights from './areas/rights'
import * as scriptCommands from './areas/script-commands'
import * as scripts from './areas/scripts'
import * as secondFactor from './areas/second-factor'
import * as sensorReports from './areas/sensor-reports'
import * as session from './areas/session'
import * as storeSettings from './areas/store-settings'
import * as stores from './areas/stores'
import * as system from './areas/system'
import * as temperature from './areas/temperature-assurance'
import * as terminals from './areas/terminals'
import * as testBench from './areas/test-bench'
import * as warningProposals from './areas/warning-proposals'
import * as warningRules from './areas/warning-rules'
import * as warningVerdicts from './areas/warning-verdicts'
import * as writeBench from './areas/write-bench'
import * as writeCommands from './areas/write-commands'
import * as writes from './areas/writes'
import { boxCalls } from './box-calls'
import { bulletinCalls } from './bulletin-calls'
import { fridgeCalls } from './fridge-calls'
import { helpCalls } from './help-calls'
import { helpDeskCalls } from './help-desk-calls'
import { maintenanceCalls } from './maintenance-calls'
import { noticeCalls } from './notice-calls'
import { parameterCalls } from './parameter-calls'
import { pointCalls } from './point-calls'
import { screenCalls } from './screen-calls'

/** The one table of calls: what is here must be bound by the server and can be sent by the console. */
export const calls = {
  getConfig: session.getConfig,
  getManifest: session.getManifest,
  getPhrases: session.getPhrases,
  signIn: session.signIn,
  renewSignIn: session.renewSignIn,
  signOut: session.signOut,
  beginProviderSignIn: provider.beginProviderSignIn,
  finishProviderSignIn: provider.finishProviderSignIn,
  getCompany: account.getCompany,
  updateCompany: account.updateCompany,
  getProfile: account.getProfile,
  updateProfile: account.updateProfile,
  changePassword: ownPassword.changePassword,
  updatePreferences: preferences.updatePreferences,
  listSignIns: account.listSignIns,
  endSignIn: account.endSignIn,
  endOtherSignIns: account.endOtherSignIns,
  getSecondFactor: secondFactor.getSecondFactor,
  beginSecondFactor: secondFactor.beginSecondFactor,
  confirmSecondFactor: secondFactor.confirmSecondFactor,
  renewRecoveryCodes: secondFactor.renewRecoveryCodes,
  endSecondFactor: secondFactor.endSecondFactor,
  getPush: push.getPush,
  beginPush: push.beginPush,
  endPush: push.endPush,
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
  getStoreSettings: storeSettings.getStoreSettings,
  listStoreLimits: storeSettings.listStoreLimits,
  saveStoreDraft: storeSettings.saveStoreDraft,
  discardStoreDraft: storeSettings.discardStoreDraft,
  finishStoreSettings: storeSettings.finishStoreSettings,
  homeScope: home.homeScope,
  homeOrganisation: home.homeOrganisation,
  homeWork: home.homeWork,
  homeConnectionRate: home.homeConnectionRate,
  homeTemperatureAssurance: home.homeTemperatureAssurance,
  homeHealth: home.homeHealth,
  worstStores: health.worstStores,
  homeOperation: home.homeOperation,
  homeDemand: home.homeDemand,
  homeEnergyComparison: home.homeEnergyComparison,
  connectionRatePageInfo: analysis.connectionRatePageInfo,
  connectionRate: analysis.connectionRate,
  connectionRateCsv: analysis.connectionRateCsv,
  temperatureAssurancePageInfo: temperature.temperatureAssurancePageInfo,
  temperatureAssurance: temperature.temperatureAssurance,
  insuredStoresCsv: temperature.insuredStoresCsv,
  insuredDevicesCsv: temperature.insuredDevicesCsv,
  storeTemperatureAssurance: temperature.storeTemperatureAssurance,
  listCalibrations: calibrations.listCalibrations,
  addCalibration: calibrations.addCalibration,
  removeCalibration: calibrations.removeCalibration,
  evidencePageInfo: evidence.evidencePageInfo,
  orderEvidence: evidence.orderEvidence,
  listEvidence: evidence.listEvidence,
  healthPageInfo: health.healthPageInfo,
  health: health.health,
  healthCsv: health.healthCsv,
  earlyWarningsPageInfo: health.earlyWarningsPageInfo,
  earlyWarnings: health.earlyWarnings,
  earlyWarningsCsv: health.earlyWarningsCsv,
  earlyWarningCurve: health.earlyWarningCurve,
  warningProposals: warningProposals.warningProposals,
  deviceHealth: health.deviceHealth,
  operationPageInfo: operation.operationPageInfo,
  operation: operation.operation,
  operationCsv: operation.operationCsv,
  demandPageInfo: electricity.demandPageInfo,
  demand: electricity.demand,
  demandCsv: electricity.demandCsv,
  energyComparison: electricity.energyComparison,
  energyComparisonCsv: electricity.energyComparisonCsv,
  getDevice: devices.getDevice,
  deviceSeries: devices.deviceSeries,
  searchDevices: devices.searchDevices,
  listEquipment: equipment.listEquipment,
  addEquipment: equipment.addEquipment,
  changeEquipment: equipment.changeEquipment,
  retireEquipment: equipment.retireEquipment,
  swapEquipment: equipment.swapEquipment,
  getEquipmentUse: equipment.getEquipmentUse,
  homeAlarmRecord: home.homeAlarmRecord,
  alarmRecordPageInfo: alarms.alarmRecordPageInfo,
  alarmRecord: alarms.alarmRecord,
  alarmRecordCsv: alarms.alarmRecordCsv,
  listAlarms: alarms.listAlarms,
  getAlarm: alarms.getAlarm,
  acknowledgeAlarms: alarms.acknowledgeAlarms,
  assignAlarms: alarms.assignAlarms,
  commentAlarms: alarms.commentAlarms,
  shelveAlarms: alarms.shelveAlarms,
  serviceAlarms: alarms.serviceAlarms,
  judgeWarning: warningVerdicts.judgeWarning,
  streamEvents: alarms.streamEvents,
  listSensorGroups: sensorReports.listSensorGroups,
  listReportDevices: sensorReports.listReportDevices,
  listReportSensors: sensorReports.listReportSensors,
  orderReport: sensorReports.orderReport,
  listReports: sensorReports.listReports,
  reportStatus: sensorReports.reportStatus,
  listReportSchedules: reportSchedules.listReportSchedules,
  addReportSchedules: reportSchedules.addReportSchedules,
  changeReportSchedules: reportSchedules.changeReportSchedules,
  removeReportSchedule: reportSchedules.removeReportSchedule,
  downloadStatus: downloads.downloadStatus,
  linkDownload: downloads.linkDownload,
  cancelDownload: downloads.cancelDownload,
  repeatDownload: downloads.repeatDownload,
  removeDownload: downloads.removeDownload,
  fetchDownload: downloads.fetchDownload,
  logStatus: logDownloads.logStatus,
  orderLogs: logDownloads.orderLogs,
  listLogs: logDownloads.listLogs,
  listTasks: system.listTasks,
  listAudit: audit.listAudit,
  exportAudit: audit.exportAudit,
  getLossSetting: lossRules.getLossSetting,
  saveLossSetting: lossRules.saveLossSetting,
  removeLossSetting: lossRules.removeLossSetting,
  exportLossSettings: lossRules.exportLossSettings,
  getDemandSetting: demandRules.getDemandSetting,
  saveDemandSetting: demandRules.saveDemandSetting,
  removeDemandSetting: demandRules.removeDemandSetting,
  getFigureSettings: figures.getFigureSettings,
  saveFigureSetting: figures.saveFigureSetting,
  removeFigureSetting: figures.removeFigureSetting,
  previewFigures: figures.previewFigures,
  listApiKeys: apiKeys.listApiKeys,
  addApiKey: apiKeys.addApiKey,
  revokeApiKey: apiKeys.revokeApiKey,
  listWarningRules: warningRules.listWarningRules,
  saveWarningRule: warningRules.saveWarningRule,
  removeWarningRule: warningRules.removeWarningRule,
  exportWarningRulesCsv: warningRules.exportWarningRulesCsv,
  exportWarningRules: warningRules.exportWarningRules,
  importWarningRules: warningRules.importWarningRules,
  listPagePermissions: rights.listPagePermissions,
  addPagePermissions: rights.addPagePermissions,
  changePagePermissions: rights.changePagePermissions,
  removePagePermission: rights.removePagePermission,
  listDevicePermissions: rights.listDevicePermissions,
  addDevicePermissions: rights.addDevicePermissions,
  changeDevicePermissions: rights.changeDevicePermissions,
  removeDevicePermission: rights.removeDevicePermission,
  previewTidy: rights.previewTidy,
  tidyPermissions: rights.tidyPermissions,
  listPageCategories: categories.listPageCategories,
  addPageCategories: categories.addPageCategories,
  changePageCategories: categories.changePageCategories,
  removePageCategory: categories.removePageCategory,
  listDeviceCategories: categories.listDeviceCategories,
  addDeviceCategories: categories.addDeviceCategories,
  changeDeviceCategories: categories.changeDeviceCategories,
  removeDeviceCategory: categories.removeDeviceCategory,
  pageExample: categories.pageExample,
  deviceExample: categories.deviceExample,
  listAccounts: accounts.listAccounts,
  addAccount: accounts.addAccount,
  changeAccount: accounts.changeAccount,
  giveTemporaryPassword: accounts.giveTemporaryPassword,
  takeSecondFactorAway: accounts.takeSecondFactorAway,
  endProviderIdentity: provider.endProviderIdentity,
  explainRights: accounts.explainRights,
  listTerminals: terminals.listTerminals,
  getTerminal: terminals.getTerminal,
  addTerminal: terminals.addTerminal,
  makeClaimCode: terminals.makeClaimCode,
  withdrawClaimCode: terminals.withdrawClaimCode,
  cancelReplacement: terminals.cancelReplacement,
  enableTerminal: terminals.enableTerminal,
  previewEnrolment: enrolment.previewEnrolment,
  enrolTerminals: enrolment.enrolTerminals,
  getPorts: ports.getPorts,
  savePorts: ports.savePorts,
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
  ...noticeCalls,
  receiveLine: line.receiveLine,
  listDeviceModels: pollCommands.listDeviceModels,
  copyDeviceModel: pollCommands.copyDeviceModel,
  listDecoders: pollCommands.listDecoders,
  listPollCommands: pollCommands.listPollCommands,
  addPollCommands: pollCommands.addPollCommands,
  changePollCommands: pollCommands.changePollCommands,
  removePollCommand: pollCommands.removePollCommand,
  listPointDefinitions: pointDefinitions.listPointDefinitions,
  addPointDefinitions: pointDefinitions.addPointDefinitions,
  changePointDefinitions: pointDefinitions.changePointDefinitions,
  removePointDefinition: pointDefinitions.removePointDefinition,
  listWriteCommands: writeCommands.listWriteCommands,
  addWriteCommands: writeCommands.addWriteCommands,
  changeWriteCommands: writeCommands.changeWriteCommands,
  removeWriteCommand: writeCommands.removeWriteCommand,
  listScriptFolders: scripts.listScriptFolders,
  addScriptFolders: scripts.addScriptFolders,
  changeScriptFolders: scripts.changeScriptFolders,
  removeScriptFolder: scripts.removeScriptFolder,
  listPollScripts: scripts.listPollScripts,
  addPollScripts: scripts.addPollScripts,
  changePollScripts: scripts.changePollScripts,
  removePollScript: scripts.removePollScript,
  copyPollScript: scripts.copyPollScript,
  listScriptCommands: scriptCommands.listScriptCommands,
  addScriptCommands: scriptCommands.addScriptCommands,
  changeScriptCommands: scriptCommands.changeScriptCommands,
  removeScriptCommand: scriptCommands.removeScriptCommand,
  listPointLimits: limitRules.listPointLimits,
  addPointLimits: limitRules.addPointLimits,
  changePointLimits: limitRules.changePointLimits,
  removePointLimits: limitRules.removePointLimits,
  checkDeployment: deployments.checkDeployment,
  startDeployment: deployments.startDeployment,
  listDeployments: deployments.listDeployments,
  getDeployment: deployments.getDeployment,
  listRunRows: deployments.listRunRows,
  listScriptStores: deployments.listScriptStores,
  listModelVersions: modelVersions.listModelVersions,
  publishModel: modelVersions.publishModel,
  decideModelPublication: modelVersions.decideModelPublication,
  withdrawModelPublication: modelVersions.withdrawModelPublication,
  compareModelVersions: modelVersions.compareModelVersions,
  returnToModelVersion: modelVersions.returnToModelVersion,
  testReply: testBench.testReply,
  listCapturedReplies: testBench.listCapturedReplies,
  testWrite: writeBench.testWrite,
  listCapturedWrites: writeBench.listCapturedWrites,
  claimTerminal: field.claimTerminal,
  renewCredential: field.renewCredential,
  proveReplacement: field.proveReplacement,
  fetchBundle: field.fetchBundle,
  handOverLog: field.handOverLog,
  handOverPicture: field.handOverPicture,
  fetchFirmware: field.fetchFirmware,
  listOperableDevices: writes.listOperableDevices,
  getControls: writes.getControls,
  requestWrite: writes.requestWrite,
  listWrites: writes.listWrites,
  getWrite: writes.getWrite,
  decideWrite: writes.decideWrite,
  withdrawWrite: writes.withdrawWrite,
  undoWrite: writes.undoWrite,
  listFirmwareTypes: firmwareImages.listFirmwareTypes,
  listFirmwareImages: firmwareImages.listFirmwareImages,
  uploadFirmware: firmwareImages.uploadFirmware,
  beginFirmwareUpload: firmwareImages.beginFirmwareUpload,
  getFirmwareUpload: firmwareImages.getFirmwareUpload,
  continueFirmwareUpload: firmwareImages.continueFirmwareUpload,
  cancelFirmwareUpload: firmwareImages.cancelFirmwareUpload,
  changeFirmwareImage: firmwareImages.changeFirmwareImage,
  countFirmwareTerminals: firmwareJobs.countFirmwareTerminals,
  listFirmwareStores: firmwareJobs.listFirmwareStores,
  checkFirmwareTargets: firmwareJobs.checkFirmwareTargets,
  startFirmwareJob: firmwareJobs.startFirmwareJob,
  listFirmwareJobs: firmwareJobs.listFirmwareJobs,
  getFirmwareJob: firmwareJobs.getFirmwareJob,
  pauseFirmwareJob: firmwareJobs.pauseFirmwareJob,
  resumeFirmwareJob: firmwareJobs.resumeFirmwareJob,
  cancelFirmwareJob: firmwareJobs.cancelFirmwareJob,
  rollBackFirmwareJob: firmwareJobs.rollBackFirmwareJob,
  retryFirmwareJob: firmwareJobs.retryFirmwareJob,
  listPlannedUpdates: firmwareConsent.listPlannedUpdates,
  postponeUpdate: firmwareConsent.postponeUpdate,
  ...boxCalls,
  ...fridgeCalls,
  ...maintenanceCalls,
  ...parameterCalls,
  ...pointCalls,
  ...amberCalls,
  ...bulletinCalls,
  ...screenCalls,
  ...helpCalls,
  ...helpDeskCalls,
} as const
export type CallName = keyof typeof calls
