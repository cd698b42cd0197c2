import type { WarningKind } from '@coldkeep/domain/alarms/early-warning-rules'
import type { WarningVerdict } from '@coldkeep/domain/alarms/warning-outcome'
import type {
  AccountId,
  AlarmId,
  DepartmentId,
  DeviceId,
  PointId,
  StoreId,
  TerminalId,
} from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ColumnType, Generated } from 'kysely'

type Instant = EpochMs
type Json = ColumnType<unknown, string | null, string | null>

export interface AlarmRuleTable {
  storeId: StoreId
  pointId: PointId
  deviceId: DeviceId
  lowLimit: number
  lowDelayMinutes: number
  highLimit: number
  highDelayMinutes: number
  lostDelayMinutes: number
}
interface AlarmStoreTable {
  storeId: StoreId
  seq: Generated<number>
}
interface AlarmWatchTable {
  storeId: StoreId
  deviceId: DeviceId
  state: Json
  dueAt: Instant | null
  isHeld: Generated<boolean>
}
interface AlarmLateTable {
  storeId: StoreId
  deviceId: DeviceId
  since: Instant
  dueAt: Instant
}
export interface AlarmTable {
  storeId: StoreId
  alarmId: Generated<AlarmId>
  terminalId: TerminalId
  deviceId: DeviceId | null
  pointId: PointId | null
  branch: string
  ordinal: number | null
  state: string
  priority: number
  startedAt: Instant
  raisedAt: Instant
  lastRaisedAt: Instant
  returnedAt: Instant | null
  clearedAt: Instant | null
  count: Generated<number>
  value: number | null
  extreme: number | null
  limitValue: number | null
  unit: Generated<string>
  cause: string | null
  isLate: Generated<boolean>
  isChattering: Generated<boolean>
  isSuppressed: Generated<boolean>
  isOutOfService: Generated<boolean>
  acknowledgedAt: Instant | null
  acknowledgedBy: string | null
  assignedTo: string | null
  shelvedUntil: Instant | null
  parentId: AlarmId | null
  details: Json
  dueAt: Instant | null
  announcedAt: Instant | null
  changedAt: Instant
}
interface AlarmEventTable {
  storeId: StoreId
  alarmEventId: Generated<number>
  alarmId: AlarmId
  kind: string
  at: Instant
  recordedAt: Instant
  accountId: number | null
  accountName: string | null
  reason: string | null
}
interface WarningVerdictTable {
  storeId: StoreId
  deviceId: DeviceId
  kind: WarningKind
  raisedAt: Instant
  verdict: WarningVerdict
  givenAt: Instant
  accountId: AccountId | null
  accountName: string
}
interface AnnouncementTable {
  announcementId: Generated<number>
  departmentId: DepartmentId
  kind: string
  storeId: StoreId | null
  alarmId: AlarmId | null
  priority: number
  alarms: Generated<number>
  openedAt: Instant
  changedAt: Instant
}
interface AnnouncementScopeTable {
  departmentId: DepartmentId
  state: Json
}

/** The tables of alarms, by their name in code. */
export interface AlarmTables {
  alarmRule: AlarmRuleTable
  alarmStore: AlarmStoreTable
  alarmWatch: AlarmWatchTable
  alarmLate: AlarmLateTable
  alarm: AlarmTable
  alarmEvent: AlarmEventTable
  warningVerdict: WarningVerdictTable
  announcement: AnnouncementTable
  announcementScope: AnnouncementScopeTable
}
