declare const kind: unique symbol

/** A number that identifies one row. Made by the database, opaque, never computed with. */
export type Id<Kind extends string> = number & { readonly [kind]: Kind }

export type DepartmentId = Id<'department'>
export type VendorId = Id<'vendor'>
export type StoreId = Id<'store'>
export type DeviceModelId = Id<'deviceModel'>
export type FridgeEntryId = Id<'fridgeEntry'>
export type DeviceId = Id<'device'>
export type PointId = Id<'point'>
export type PointListId = Id<'pointList'>
export type ModelPublicationId = Id<'modelPublication'>
export type PollCommandId = Id<'pollCommand'>
export type PointDefinitionId = Id<'pointDefinition'>
export type WriteCommandId = Id<'writeCommand'>
export type ScriptFolderId = Id<'scriptFolder'>
export type PollScriptId = Id<'pollScript'>
export type ScriptCommandId = Id<'scriptCommand'>
export type LimitRuleId = Id<'limitRule'>
export type JobId = Id<'job'>
export type FirmwareImageId = Id<'firmwareImage'>
export type AccountId = Id<'account'>
export type PagePermissionId = Id<'pagePermission'>
export type PagePermissionTypeId = Id<'pagePermissionType'>
export type DevicePermissionId = Id<'devicePermission'>
export type DevicePermissionTypeId = Id<'devicePermissionType'>
export type SignInId = Id<'signIn'>
export type ApiKeyId = Id<'apiKey'>
export type TaskId = Id<'task'>
export type DownloadId = Id<'download'>
export type ReportScheduleId = Id<'reportSchedule'>
export type ProbeCalibrationId = Id<'probeCalibration'>
export type UpkeepPlanId = Id<'upkeepPlan'>
export type CheckPlaceId = Id<'checkPlace'>
export type AlarmId = Id<'alarm'>
export type QuarantineId = Id<'quarantine'>
export type NoticeTargetId = Id<'noticeTarget'>
export type RepairCaseId = Id<'repairCase'>
export type RepairProgressId = Id<'repairProgress'>
export type ParameterProfileId = Id<'parameterProfile'>
export type ParameterApplyId = Id<'parameterApply'>
export type BreachId = Id<'breach'>
export type CreditApplicationId = Id<'creditApplication'>
export type CreditEntryId = Id<'creditEntry'>
export type CreditGrantId = Id<'creditGrant'>
export type OnCallShiftId = Id<'onCallShift'>
export type BulletinId = Id<'bulletin'>
export type BulletinCategoryId = Id<'bulletinCategory'>

/** The id of a place for a terminal in a store, `TB-` and 4 to 16 digits or capital letters. */
export type TerminalId = string & { readonly [kind]: 'terminal' }

const TERMINAL_ID = /^TB-[0-9A-Z]{4,16}$/

/** True when the text has the form of a terminal id. */
export function isTerminalId(text: string): text is TerminalId {
  return TERMINAL_ID.test(text)
}
