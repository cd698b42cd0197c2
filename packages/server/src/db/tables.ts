import type { ProtectionVerdict } from '@coldkeep/domain/analysis/protection-verdict'
import type {
  AccountId,
  DepartmentId,
  DeviceId,
  DeviceModelId,
  FridgeEntryId,
  PointId,
  PointListId,
  ProbeCalibrationId,
  QuarantineId,
  StoreId,
  TaskId,
  TerminalId,
  VendorId,
} from '@coldkeep/domain/ids'
import type { ReportedCamera } from '@coldkeep/domain/intake/fold-states'
import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { PointKind, PointUnit } from '@coldkeep/domain/points/point'
import type { ConsentMode } from '@coldkeep/domain/screens/consent'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ColumnType, Generated } from 'kysely'
import type { AccountTables } from './account-tables'
import type { AlarmTables } from './alarm-tables'
import type { AmberTables } from './amber-tables'
import type { AreaTables } from './area-tables'
import type { AuditTables } from './audit-tables'
import type { BulletinTables } from './bulletin-tables'
import type { CameraTables } from './camera-tables'
import type { CorrectionTables } from './correction-tables'
import type { CreditTables } from './credit-tables'
import type { DaySheetTables } from './day-sheet-tables'
import type { DownloadTables } from './download-tables'
import type { DraftTables } from './draft-tables'
import type { EnergyTables } from './energy-tables'
import type { FieldTables } from './field-tables'
import type { FirmwareTables } from './firmware-tables'
import type { FridgeTables } from './fridge-tables'
import type { HealthTables } from './health-tables'
import type { HelpDeskTables } from './help-desk-tables'
import type { HelpTables } from './help-tables'
import type { InstructionTables } from './instruction-tables'
import type { JobTables } from './job-tables'
import type { NoticeTables } from './notice-tables'
import type { ParameterTables } from './parameter-tables'
import type { PhotoTables } from './photo-tables'
import type { RepairTables } from './repair-tables'
import type { RightTables } from './right-tables'
import type { ScreenTables } from './screen-tables'
import type { ScriptTables } from './script-tables'
import type { SettingTables } from './setting-tables'
import type {
  ConnectionStoreDayTable,
  OperationColumns,
  OperationStoreDayTable,
  StoreDayTable,
  TemperatureStoreDayTable,
} from './store-day-tables'
import type { UpkeepTables } from './upkeep-tables'
import type { WriteTables } from './write-tables'

/** `timestamptz`: read as epoch milliseconds, written as an instant that the driver layer understands. */
type Instant = EpochMs

type InstantByDefault = ColumnType<EpochMs, EpochMs | undefined, EpochMs>
/** A `bigint` that does not fit a double: read and written as text. */
type WideInteger = ColumnType<string, string, string>
/** `YYYY-MM-DD`. */
type Day = string

interface DepartmentTable {
  departmentId: Generated<DepartmentId>
  parentId: DepartmentId | null
  name: string
  position: Generated<number>
  path: DepartmentId[]
}
interface VendorTable {
  vendorId: Generated<VendorId>
  name: string
}
interface DeviceModelTable {
  deviceModelId: Generated<DeviceModelId>
  /** To whom it belongs; `null`: it comes with the product. */
  departmentId: Generated<DepartmentId | null>
  brand: string
  model: string
  source: Generated<string>
  note: Generated<string>
}
interface StoreTable {
  storeId: StoreId
  departmentId: DepartmentId
  vendorId: VendorId | null
  code: string
  name: string
  country: string
  zone: string
  address: Generated<string>
  opensAtMinute: Generated<number>
  closesAtMinute: Generated<number>
  openedOn: Day | null
  phone: Generated<string>
  taxId: Generated<string>
  securityAccount: Generated<string>
  serviceEndsOn: Generated<Day | null>
  floorAreaM2: Generated<number | null>
  note: Generated<string>
  /** Goes up with every change that people make. */
  revision: Generated<number>
}
interface StoreCodeTable {
  code: string
  storeId: Generated<StoreId>
}
interface TerminalTable {
  terminalId: TerminalId
  storeId: StoreId
  secretHash: Uint8Array
  isEnabled: Generated<boolean>
  createdAt: InstantByDefault
  /** Of the box that has the place now. */
  serial: string | null
  hardware: string | null
  claimedAt: Instant | null
  oldSecretHash: Uint8Array | null
  oldSecretUntil: Instant | null
  /** With which the terminal may fetch its next secret. */
  ticketHash: Uint8Array | null
  ticketUntil: Instant | null
  /** Since when open connections may no longer be valid. */
  credentialChangedAt: Instant | null
  /** Of the secret of a box that is to take this place, and has not proved itself yet. */
  nextSecretHash: Uint8Array | null
  nextUntil: Instant | null
  nextSerial: string | null
  nextHardware: string | null
  /** Whose code it came with. */
  nextBy: string | null
  nextAccountId: AccountId | null
}
interface DeviceTable {
  storeId: StoreId
  deviceId: Generated<DeviceId>
  terminalId: TerminalId
  deviceModelId: DeviceModelId
  name: string
  type: DeviceType
  zone: TemperatureZone | null
  unitId: number
  /** `null`: the only port of its terminal. */
  portId: Generated<string | null>
  commissionedAt: Instant
  removedAt: Instant | null
  contractedKw: Generated<number | null>
  demandIntervalMinutes: Generated<number | null>
  fridgeBrandId: Generated<FridgeEntryId | null>
  fridgeTypeId: Generated<FridgeEntryId | null>
  fridgeLocationId: Generated<FridgeEntryId | null>
  /** Goes up with every change that people make. */
  revision: Generated<number>
}
interface PointTable {
  storeId: StoreId
  pointId: Generated<PointId>
  deviceId: DeviceId
  position: number
  name: string
  kind: PointKind
  unit: PointUnit
  counterEndsAt: Generated<number | null>
}
interface PointListTable {
  storeId: StoreId
  pointListId: Generated<PointListId>
  deviceId: DeviceId
  periodSeconds: number
  valuePoints: PointId[]
  counterPoints: PointId[]
  firstRevision: number
  lastRevision: number | null
  /** Its points say how the bus is, not the device: they are no samples of it. */
  countsBus: Generated<boolean>
}
interface ScanTable {
  storeId: StoreId
  deviceId: DeviceId
  pointListId: PointListId
  at: Instant
  values: number[]
  counters: number[]
  quality: Uint8Array | null
  receivedAt: Instant
}

type LatestTable = Omit<ScanTable, 'receivedAt'>
interface DeviceHourTable {
  storeId: StoreId
  deviceId: DeviceId
  hour: Instant
  readings: Uint8Array
}
interface HourDueTable {
  storeId: StoreId
  hour: Instant
  markedAt: InstantByDefault
}
interface TerminalHourTable {
  storeId: StoreId
  terminalId: TerminalId
  hour: Instant
  live: WideInteger
  reported: WideInteger
}
interface TerminalStateTable {
  storeId: StoreId
  terminalId: TerminalId
  connection: Generated<'online' | 'offline' | 'never_seen'>
  connectionName: string | null
  since: Instant | null
  lastMessageAt: Instant | null
  program: string | null
  firmwareType: string | null
  firmwareVersion: string | null
  boot: string | null
  revision: number | null
  backlog: number | null
  screenConsent: ConsentMode | null
  cameras: ColumnType<readonly ReportedCamera[], string | undefined, string>
  conflicts: Generated<number>
  hostLostSince: Instant | null
  lossWatch: ColumnType<unknown, string | null, string | null>
}
interface ServerHourTable {
  hour: Instant
  listening: WideInteger
}
interface QuarantineTable {
  storeId: StoreId
  quarantineId: Generated<QuarantineId>
  terminalId: TerminalId
  receivedAt: Instant
  topic: string
  reason: string
  body: Uint8Array
}
interface ConnectionDayTable {
  storeId: StoreId
  deviceId: DeviceId
  on: Day
  periodSeconds: number
  ok: number
  okLive: number
  deviceLost: number
  hostLost: number
  excluded: number
  computedAt: Instant
  through: Instant | null
}
interface AnalysisDueTable {
  storeId: StoreId
  analysis: string
  on: Day
  dueAt: InstantByDefault
}
interface InsuredCoverageTable {
  storeId: StoreId
  insuredCoverageId: Generated<number>
  deviceId: DeviceId
  zone: TemperatureZone
  firstOn: Day
  lastOn: Day
}
interface ProbeCalibrationTable {
  storeId: StoreId
  probeCalibrationId: Generated<ProbeCalibrationId>
  deviceId: DeviceId
  pointId: PointId
  checkedOn: Day
  checkedBy: string
  certificate: string
  recordedAt: Instant
  recordedBy: string
}
interface StoreInsuranceTable {
  storeId: StoreId
  endsOn: Day | null
}
interface TemperatureDayTable {
  storeId: StoreId
  deviceId: DeviceId
  on: Day
  zone: TemperatureZone
  isInsured: boolean
  verdict: ProtectionVerdict
  coveredMinutes: number
  expectedMinutes: number
  celsiusMinutes: number
  spoilage: number
  lowestC: number | null
  highestC: number | null
  excursionMinutes: number
  degreeMinutes: number
  longestExcursionMinutes: number
  longestBeyondHardMinutes: number
  computedAt: Instant
}
interface OperationDayTable extends OperationColumns {
  deviceId: DeviceId
}
interface TaskTable {
  taskId: Generated<TaskId>
  kind: string
  key: string
  state: Generated<'waiting' | 'running' | 'done' | 'failed'>
  done: Generated<number>
  total: Generated<number>
  position: ColumnType<unknown, string | null, string | null>
  message: string | null
  startedAt: Instant | null
  endedAt: Instant | null
  leaseUntil: Instant | null
  createdAt: InstantByDefault
}
interface LeaseTable {
  name: string
  holder: string
  until: Instant
}

/** Every table, by its name in code. */
export interface Tables
  extends AccountTables,
    AlarmTables,
    AmberTables,
    AreaTables,
    AuditTables,
    DaySheetTables,
    DownloadTables,
    DraftTables,
    EnergyTables,
    FieldTables,
    FirmwareTables,
    FridgeTables,
    HealthTables,
    HelpDeskTables,
    HelpTables,
    RightTables,
    SettingTables,
    NoticeTables,
    InstructionTables,
    JobTables,
    PhotoTables,
    CameraTables,
    ScreenTables,
    ScriptTables,
    UpkeepTables,
    ParameterTables,
    RepairTables,
    CorrectionTables,
    BulletinTables,
    CreditTables,
    WriteTables {
  department: DepartmentTable
  vendor: VendorTable
  deviceModel: DeviceModelTable
  store: StoreTable
  storeCode: StoreCodeTable
  terminal: TerminalTable
  device: DeviceTable
  point: PointTable
  pointList: PointListTable
  scan: ScanTable
  latest: LatestTable
  deviceHour: DeviceHourTable
  hourDue: HourDueTable
  terminalHour: TerminalHourTable
  terminalState: TerminalStateTable
  serverHour: ServerHourTable
  quarantine: QuarantineTable
  connectionDay: ConnectionDayTable
  connectionStoreDay: ConnectionStoreDayTable
  analysisDue: AnalysisDueTable
  insuredCoverage: InsuredCoverageTable
  storeInsurance: StoreInsuranceTable
  probeCalibration: ProbeCalibrationTable
  storeDay: StoreDayTable
  temperatureDay: TemperatureDayTable
  temperatureStoreDay: TemperatureStoreDayTable
  operationDay: OperationDayTable
  operationStoreDay: OperationStoreDayTable
  task: TaskTable
  lease: LeaseTable
}
