import { apiKeyHandlers } from './accounts/calls/api-key-handlers'
import { mailedLinkHandlers } from './accounts/calls/mailed-link-handlers'
import { accountHandlers } from './accounts/calls/own-account-handlers'
import { secondFactorHandlers } from './accounts/calls/own-second-factor-handlers'
import { providerHandlers } from './accounts/calls/provider-handlers'
import { pushHandlers } from './accounts/calls/push-handlers'
import { rightsHandlers } from './accounts/calls/rights-handlers'
import { sessionHandlers } from './accounts/calls/session-handlers'
import { alarmHandlers } from './alarms/calls/alarm-handlers'
import { analysisHandlers } from './analysis/calls/analysis-handlers'
import { electricityHandlers } from './analysis/calls/electricity-handlers'
import { healthHandlers } from './analysis/calls/health-handlers'
import { operationHandlers } from './analysis/calls/operation-handlers'
import { temperatureHandlers } from './analysis/calls/temperature-handlers'
import { warningCurveHandlers } from './analysis/calls/warning-curve-handlers'
import { auditHandlers } from './audit-log/calls/audit-handlers'
import type { Handlers } from './calls/bind-call'
import { downloadHandlers } from './downloads/calls/download-handlers'
import { logHandlers } from './downloads/calls/log-handlers'
import { reportHandlers } from './downloads/calls/report-handlers'
import { scheduleHandlers } from './downloads/calls/schedule-handlers'
import { deviceHandlers } from './equipment/calls/device-page-handlers'
import { equipmentHandlers } from './equipment/calls/equipment-handlers'
import { evidenceHandlers } from './evidence/calls/evidence-handlers'
import { fieldHealthHandlers } from './field-health/calls/field-health-handlers'
import { homeHandlers } from './home/calls/home-handlers'
import { instructionHandlers } from './instructions/calls/instruction-handlers'
import { passOn } from './instructions/pass-on'
import { noticeLinkHandlers } from './notices/calls/link-handlers'
import { noticeHandlers } from './notices/calls/notice-handlers'
import { noticeRecordHandlers } from './notices/calls/notice-record-handlers'
import { ownChannelHandlers } from './notices/calls/own-channel-handlers'
import { ownMessageHandlers } from './notices/calls/own-handlers'
import { departmentHandlers } from './organisation/calls/department-handlers'
import { organisationHandlers } from './organisation/calls/organisation-handlers'
import { storeHandlers } from './organisation/calls/store-handlers'
import { scriptHandlers } from './scripts/calls/script-handlers'
import { lossHandlers } from './settings/calls/loss-handlers'
import { warningRuleHandlers } from './settings/calls/warning-handlers'
import { storeSettingsHandlers } from './store-settings/calls/store-settings-handlers'
import { systemHandlers } from './system/calls/system-handlers'
import { commandHandlers } from './terminals/calls/command-handlers'
import { configurationHandlers } from './terminals/calls/configuration-handlers'
import { enrolmentHandlers } from './terminals/calls/enrolment-handlers'
import { replacementHandlers } from './terminals/calls/replacement-handlers'
import { terminalHandlers } from './terminals/calls/terminal-handlers'
import { testBenchHandlers } from './test-bench/calls/test-bench-handlers'
import { writeBenchHandlers } from './test-bench/calls/write-bench-handlers'
import { writeHandlers } from './writes/calls/write-handlers'
import { withdrawWritesOfModel } from './writes/withdraw-writes'

/** What answers each call of the table; a call without one does not compile. */
export const handlers = {
  ...sessionHandlers,
  ...providerHandlers,
  ...accountHandlers,
  ...secondFactorHandlers,
  ...pushHandlers,
  ...mailedLinkHandlers,
  ...organisationHandlers,
  ...departmentHandlers({ passOn }),
  ...storeHandlers,
  ...storeSettingsHandlers,
  ...homeHandlers,
  ...analysisHandlers,
  ...electricityHandlers,
  ...temperatureHandlers,
  ...evidenceHandlers,
  ...healthHandlers,
  ...warningCurveHandlers,
  ...operationHandlers,
  ...alarmHandlers,
  ...deviceHandlers,
  ...equipmentHandlers,
  ...rightsHandlers,
  ...downloadHandlers,
  ...logHandlers,
  ...reportHandlers,
  ...scheduleHandlers,
  ...systemHandlers,
  ...lossHandlers,
  ...warningRuleHandlers,
  ...terminalHandlers,
  ...replacementHandlers,
  ...enrolmentHandlers,
  ...configurationHandlers,
  ...commandHandlers,
  ...fieldHealthHandlers,
  ...auditHandlers,
  ...noticeHandlers,
  ...noticeLinkHandlers,
  ...ownMessageHandlers,
  ...ownChannelHandlers,
  ...noticeRecordHandlers,
  ...apiKeyHandlers,
  ...instructionHandlers({ published: withdrawWritesOfModel }),
  ...testBenchHandlers,
  ...writeBenchHandlers,
  ...scriptHandlers,
  ...writeHandlers,
} satisfies Handlers
