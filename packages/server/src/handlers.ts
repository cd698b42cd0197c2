import { accountHandlers } from './areas/account/handlers'
import { mailedLinkHandlers } from './areas/account/mailed-link-handlers'
import { pushHandlers } from './areas/account/push-handlers'
import { secondFactorHandlers } from './areas/account/second-factor-handlers'
import { alarmHandlers } from './areas/alarms/handlers'
import { electricityHandlers } from './areas/analysis/electricity-handlers'
import { analysisHandlers } from './areas/analysis/handlers'
import { healthHandlers } from './areas/analysis/health-handlers'
import { operationHandlers } from './areas/analysis/operation-handlers'
import { temperatureHandlers } from './areas/analysis/temperature-handlers'
import { warningCurveHandlers } from './areas/analysis/warning-curve-handlers'
import { apiKeyHandlers } from './areas/api-keys/handlers'
import { auditHandlers } from './areas/audit/handlers'
import { deviceHandlers } from './areas/devices/handlers'
import { downloadHandlers } from './areas/downloads/handlers'
import { logHandlers } from './areas/downloads/log-handlers'
import { reportHandlers } from './areas/downloads/report-handlers'
import { scheduleHandlers } from './areas/downloads/schedule-handlers'
import { equipmentHandlers } from './areas/equipment/handlers'
import { evidenceHandlers } from './areas/evidence/handlers'
import { fieldHealthHandlers } from './areas/field-health/handlers'
import { homeHandlers } from './areas/home/handlers'
import { instructionHandlers } from './areas/instructions/handlers'
import { noticeHandlers } from './areas/notices/handlers'
import { noticeLinkHandlers } from './areas/notices/link-handlers'
import { ownChannelHandlers } from './areas/notices/own-channel-handlers'
import { ownMessageHandlers } from './areas/notices/own-handlers'
import { noticeRecordHandlers } from './areas/notices/record-handlers'
import { departmentHandlers } from './areas/organisation/department-handlers'
import { organisationHandlers } from './areas/organisation/handlers'
import { storeHandlers } from './areas/organisation/store-handlers'
import { rightsHandlers } from './areas/rights/handlers'
import { scriptHandlers } from './areas/scripts/handlers'
import { sessionHandlers } from './areas/session/handlers'
import { providerHandlers } from './areas/session/provider-handlers'
import { lossHandlers } from './areas/settings/loss-handlers'
import { warningRuleHandlers } from './areas/settings/warning-handlers'
import { storeSettingsHandlers } from './areas/store-settings/handlers'
import { systemHandlers } from './areas/system/handlers'
import { commandHandlers } from './areas/terminals/command-handlers'
import { configurationHandlers } from './areas/terminals/configuration-handlers'
import { enrolmentHandlers } from './areas/terminals/enrolment-handlers'
import { terminalHandlers } from './areas/terminals/handlers'
import { replacementHandlers } from './areas/terminals/replacement-handlers'
import { writeHandlers } from './areas/writes/handlers'
import type { Handlers } from './http/bind-call'

/** What answers each call of the table; a call without one does not compile. */
export const handlers = {
  ...sessionHandlers,
  ...providerHandlers,
  ...accountHandlers,
  ...secondFactorHandlers,
  ...pushHandlers,
  ...mailedLinkHandlers,
  ...organisationHandlers,
  ...departmentHandlers,
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
  ...instructionHandlers,
  ...scriptHandlers,
  ...writeHandlers,
} satisfies Handlers
