import type { SiteConfig } from '@coldkeep/contract/config'
import { apiKeyHandlers } from './accounts/calls/api-key-handlers'
import { mailedLinkHandlers } from './accounts/calls/mailed-link-handlers'
import { accountHandlers } from './accounts/calls/own-account-handlers'
import { secondFactorHandlers } from './accounts/calls/own-second-factor-handlers'
import { providerHandlers } from './accounts/calls/provider-handlers'
import { rightsHandlers } from './accounts/calls/rights-handlers'
import { sessionHandlers } from './accounts/calls/session-handlers'
import type { Provider } from './accounts/open-provider'
import { switchChannel } from './accounts/profile-queries'
import type { Alarms } from './alarms/alarms'
import { alarmHandlers } from './alarms/calls/alarm-handlers'
import { verdictHandlers } from './alarms/calls/verdict-handlers'
import { amberHandlers } from './amber/calls/amber-handlers'
import { analysisHandlers } from './analysis/calls/analysis-handlers'
import { electricityHandlers } from './analysis/calls/electricity-handlers'
import { figurePreviewHandlers } from './analysis/calls/figure-preview-handlers'
import { healthHandlers } from './analysis/calls/health-handlers'
import { operationHandlers } from './analysis/calls/operation-handlers'
import { temperatureHandlers } from './analysis/calls/temperature-handlers'
import { warningCurveHandlers } from './analysis/calls/warning-curve-handlers'
import { warningProposalHandlers } from './analysis/calls/warning-proposal-handlers'
import { upsertLateDays } from './analysis/due-day-queries'
import { followDevices } from './analysis/follow-devices'
import { auditHandlers } from './audit-log/calls/audit-handlers'
import { boxConsentHandlers } from './box-systems/calls/box-consent-handlers'
import { boxSystemHandlers } from './box-systems/calls/box-system-handlers'
import { ddiHandlers } from './box-systems/calls/ddi-handlers'
import { passOnBulletins } from './bulletins/bulletin-queries'
import { bulletinHandlers } from './bulletins/calls/bulletin-handlers'
import { bulletinCategoryHandlers } from './bulletins/calls/category-handlers'
import { bulletinFileHandlers } from './bulletins/calls/file-handlers'
import { ownBulletinHandlers } from './bulletins/calls/own-handlers'
import type { Handlers } from './calls/bind-call'
import { pictureHandlers } from './cameras/calls/picture-handlers'
import { correctionHandlers } from './corrections/calls/correction-handlers'
import { handCheckHandlers } from './day-sheets/calls/check-handlers'
import { sheetFileHandlers } from './day-sheets/calls/file-handlers'
import { checkPlaceHandlers } from './day-sheets/calls/place-handlers'
import { daySheetHandlers } from './day-sheets/calls/sheet-handlers'
import type { ServerKeys } from './db/server-keys'
import { downloadHandlers } from './downloads/calls/download-handlers'
import { logHandlers } from './downloads/calls/log-handlers'
import { reportHandlers } from './downloads/calls/report-handlers'
import { scheduleHandlers } from './downloads/calls/schedule-handlers'
import type { Downloads } from './downloads/downloads'
import { deviceHandlers } from './equipment/calls/device-page-handlers'
import { equipmentHandlers } from './equipment/calls/equipment-handlers'
import { evidenceHandlers } from './evidence/calls/evidence-handlers'
import type { EvidenceKey } from './evidence/evidence-key'
import { fieldHealthHandlers } from './field-health/calls/field-health-handlers'
import { consentHandlers } from './firmware/calls/consent-handlers'
import { imageFetchHandlers } from './firmware/calls/image-fetch-handlers'
import { imageHandlers } from './firmware/calls/image-handlers'
import { firmwareJobHandlers } from './firmware/calls/job-handlers'
import type { FirmwareStore } from './firmware/take-upload'
import { fridgeListHandlers } from './fridge-lists/calls/list-handlers'
import { passOnEntries } from './fridge-lists/entry-queries'
import { helpHandlers } from './help/calls/help-handlers'
import { helpSessionHandlers } from './help-desk/calls/session-handlers'
import { helpWorkHandlers } from './help-desk/calls/work-handlers'
import { readCasePictures } from './help-desk/read-case-pictures'
import { helpPhotos } from './help-desk/seen-session'
import { homeHandlers } from './home/calls/home-handlers'
import { instructionHandlers } from './instructions/calls/instruction-handlers'
import type { Letters } from './mail/letters'
import type { MailSender } from './mail/mail-sender'
import { lineHandlers } from './notices/calls/line-handlers'
import { noticeLinkHandlers } from './notices/calls/link-handlers'
import { noticeHandlers } from './notices/calls/notice-handlers'
import { noticeRecordHandlers } from './notices/calls/notice-record-handlers'
import { ownChannelHandlers } from './notices/calls/own-channel-handlers'
import { ownMessageHandlers } from './notices/calls/own-handlers'
import { ownRecordHandlers } from './notices/calls/own-record-handlers'
import { pushHandlers } from './notices/calls/push-handlers'
import type { Notices } from './notices/notices'
import { onCallHandlers } from './on-call/calls/on-call-handlers'
import { departmentHandlers } from './organisation/calls/department-handlers'
import { organisationHandlers } from './organisation/calls/organisation-handlers'
import { storeHandlers } from './organisation/calls/store-handlers'
import { parameterHandlers } from './parameters/calls/parameter-handlers'
import { profilesNaming } from './parameters/named-entries'
import { passOnProfiles } from './parameters/profile-queries'
import type { PhotoStore } from './photos/add-photo'
import { photoHandlers } from './photos/calls/photo-handlers'
import { repairFigureHandlers } from './repair/calls/figure-handlers'
import { progressHandlers } from './repair/calls/progress-handlers'
import { repairHandlers } from './repair/calls/repair-handlers'
import { repairPhotos } from './repair/case-photos'
import { passOnProgress } from './repair/progress-list-queries'
import { recordingHandlers } from './screens/calls/recording-handlers'
import { screenRuleHandlers } from './screens/calls/rule-handlers'
import { screenHandlers } from './screens/calls/screen-handlers'
import type { Screens } from './screens/open-screens'
import { scriptHandlers } from './scripts/calls/script-handlers'
import { passOn } from './scripts/pass-on'
import { pointApplicationHandlers } from './service-points/calls/application-handlers'
import { pointHandlers } from './service-points/calls/point-handlers'
import { demandRuleHandlers } from './settings/calls/demand-rule-handlers'
import { figureHandlers } from './settings/calls/figure-handlers'
import { lossHandlers } from './settings/calls/loss-handlers'
import { warningRuleHandlers } from './settings/calls/warning-handlers'
import type { DrawingThreads } from './storage/drawing-threads'
import { storeSettingsHandlers } from './store-settings/calls/store-settings-handlers'
import { streamHandlers } from './stream/calls/stream-handlers'
import { systemHandlers } from './system/calls/system-handlers'
import { commandHandlers } from './terminals/calls/command-handlers'
import { configurationHandlers } from './terminals/calls/configuration-handlers'
import { enrolmentHandlers } from './terminals/calls/enrolment-handlers'
import { fieldHandlers } from './terminals/calls/field-handlers'
import { replacementHandlers } from './terminals/calls/replacement-handlers'
import { terminalHandlers } from './terminals/calls/terminal-handlers'
import type { FieldLink } from './terminals/field-link'
import { testBenchHandlers } from './test-bench/calls/test-bench-handlers'
import { writeBenchHandlers } from './test-bench/calls/write-bench-handlers'
import { upkeepPlanHandlers } from './upkeep/calls/plan-handlers'
import { upkeepRecordHandlers } from './upkeep/calls/record-handlers'
import { upkeepPhotos } from './upkeep/record-photos'
import { writeHandlers } from './writes/calls/write-handlers'
import { withdrawWritesOfModel } from './writes/withdraw-writes'

/** What the handlers of all rooms need together; each takes its own share. */
export interface HandlerParts {
  readonly keys: ServerKeys
  readonly site: SiteConfig
  readonly alarms: Alarms
  readonly field: FieldLink
  readonly firmware: FirmwareStore
  readonly downloads: Downloads
  readonly photos: PhotoStore
  readonly drawing: DrawingThreads
  readonly screens: Screens
  /** Signs packs of evidence. */
  readonly evidenceKey: EvidenceKey
  readonly notices: Notices
  /** `null`: no mail goes out. */
  readonly mail: MailSender | null
  readonly letters: Letters
  /** The provider that accounts can sign in with beside a password; `null`: none. */
  readonly provider: Provider | null
  /** The address of the console; what a request claims about it is never believed. */
  readonly publicUrl: string | null
}

/** What answers each call of the table; a call without one does not compile. */
export function handlersOf(parts: HandlerParts): Handlers {
  return {
    ...sessionHandlers(parts),
    ...providerHandlers(parts),
    ...accountHandlers(parts),
    ...secondFactorHandlers(parts),
    ...pushHandlers(parts),
    ...mailedLinkHandlers(parts),
    ...organisationHandlers,
    ...departmentHandlers({
      passOn: async (trx, removed) => [
        ...(await passOn(trx, removed)),
        ...(await passOnProgress(trx, removed)),
        ...(await passOnProfiles(trx, removed)),
        ...(await passOnEntries(trx, removed)),
        ...(await passOnBulletins(trx, removed)),
      ],
    }),
    ...storeHandlers,
    ...storeSettingsHandlers(parts),
    ...homeHandlers,
    ...analysisHandlers,
    ...electricityHandlers,
    ...temperatureHandlers,
    ...evidenceHandlers(parts),
    ...healthHandlers,
    ...warningCurveHandlers,
    ...warningProposalHandlers,
    ...operationHandlers,
    ...alarmHandlers(parts),
    ...verdictHandlers,
    ...repairHandlers({ ...parts, helpPictures: readCasePictures }),
    ...correctionHandlers,
    ...progressHandlers,
    ...repairFigureHandlers,
    ...streamHandlers(parts),
    ...deviceHandlers(parts),
    ...equipmentHandlers({ ...parts, listener: followDevices }),
    ...fridgeListHandlers(profilesNaming),
    ...rightsHandlers,
    ...downloadHandlers(parts),
    ...logHandlers(parts),
    ...reportHandlers(parts),
    ...scheduleHandlers(parts),
    ...systemHandlers,
    ...lossHandlers,
    ...demandRuleHandlers,
    ...figureHandlers,
    ...figurePreviewHandlers,
    ...warningRuleHandlers,
    ...terminalHandlers(parts),
    ...replacementHandlers(parts),
    ...enrolmentHandlers,
    ...configurationHandlers(parts),
    ...commandHandlers(parts),
    ...fieldHandlers(parts),
    ...pictureHandlers(parts),
    ...fieldHealthHandlers({ ...parts, markLateDays: upsertLateDays }),
    ...auditHandlers,
    ...noticeHandlers(parts),
    ...noticeLinkHandlers(parts),
    ...lineHandlers(parts),
    ...ownMessageHandlers(parts),
    ...ownChannelHandlers({ ...parts, switchChannel }),
    ...noticeRecordHandlers,
    ...ownRecordHandlers(parts),
    ...apiKeyHandlers,
    ...instructionHandlers({ published: withdrawWritesOfModel }),
    ...testBenchHandlers,
    ...writeBenchHandlers,
    ...scriptHandlers(parts),
    ...writeHandlers(parts),
    ...parameterHandlers(parts),
    ...helpSessionHandlers(parts),
    ...helpWorkHandlers(parts),
    ...screenHandlers(parts),
    ...recordingHandlers(parts),
    ...screenRuleHandlers,
    ...pointHandlers,
    ...pointApplicationHandlers,
    ...amberHandlers,
    ...onCallHandlers,
    ...bulletinCategoryHandlers,
    ...bulletinFileHandlers(parts),
    ...bulletinHandlers(parts),
    ...ownBulletinHandlers(parts),
    ...upkeepPlanHandlers,
    ...upkeepRecordHandlers(parts),
    ...helpHandlers(),
    ...checkPlaceHandlers,
    ...handCheckHandlers,
    ...daySheetHandlers,
    ...sheetFileHandlers,
    ...photoHandlers({
      ...parts,
      subjects: { upkeep: upkeepPhotos, repair: repairPhotos, help: helpPhotos },
    }),
    ...imageHandlers(parts),
    ...imageFetchHandlers(parts),
    ...firmwareJobHandlers(parts),
    ...consentHandlers,
    ...boxSystemHandlers,
    ...ddiHandlers(parts),
    ...boxConsentHandlers(parts),
  }
}
