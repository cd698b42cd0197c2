import * as notices from './areas/notices'
import * as ownChannels from './areas/own-channels'
import * as ownMessages from './areas/own-messages'

/** The calls of messages to people, as the table of calls has them. */
export const noticeCalls = {
  listOwnMessages: ownMessages.listOwnMessages,
  readOwnMessages: ownMessages.readOwnMessages,
  listOwnChannels: ownChannels.listOwnChannels,
  switchOwnChannel: ownChannels.switchOwnChannel,
  listNoticeTargets: notices.listNoticeTargets,
  addNoticeTargets: notices.addNoticeTargets,
  changeNoticeTargets: notices.changeNoticeTargets,
  removeNoticeTarget: notices.removeNoticeTarget,
  testNoticeTarget: notices.testNoticeTarget,
  renewNoticeSecret: notices.renewNoticeSecret,
  linkNoticeTarget: notices.linkNoticeTarget,
  unlinkNoticeTarget: notices.unlinkNoticeTarget,
  noticeOptions: notices.noticeOptions,
  listNoticeSteps: notices.listNoticeSteps,
  addNoticeSteps: notices.addNoticeSteps,
  changeNoticeSteps: notices.changeNoticeSteps,
  removeNoticeStep: notices.removeNoticeStep,
  listNoticeTypes: notices.listNoticeTypes,
  alarmNoticeRecords: notices.alarmNoticeRecords,
  terminalNoticeRecords: notices.terminalNoticeRecords,
  demandNoticeRecords: notices.demandNoticeRecords,
  serviceNoticeRecords: notices.serviceNoticeRecords,
  onlineNoticeRecords: notices.onlineNoticeRecords,
  workNoticeRecords: notices.workNoticeRecords,
  noticeRecordsCsv: notices.noticeRecordsCsv,
}
