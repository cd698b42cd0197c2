import type { LimitRule } from '@coldkeep/domain/alarms/limit-rule'
import type {
  AccountId,
  DepartmentId,
  DeviceModelId,
  LimitRuleId,
  PollScriptId,
  ScriptCommandId,
  ScriptDeploymentId,
  ScriptFolderId,
  StoreId,
  TerminalId,
} from '@coldkeep/domain/ids'
import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { ScriptStep } from '@coldkeep/domain/polling/poll-command'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ColumnType, Generated } from 'kysely'
import type { BundleFault } from './field-tables'

interface ScriptFolderTable {
  scriptFolderId: Generated<ScriptFolderId>
  /** To whom it belongs, with all files in it. */
  departmentId: DepartmentId
  name: string
  revision: Generated<number>
}
interface PollScriptTable {
  pollScriptId: Generated<PollScriptId>
  scriptFolderId: ScriptFolderId
  name: string
  periodSeconds: number
  revision: Generated<number>
}
interface ScriptCommandTable extends ScriptStep {
  scriptCommandId: Generated<ScriptCommandId>
  pollScriptId: PollScriptId
  deviceModelId: DeviceModelId
  commandCode: string
  deviceName: string
  revision: Generated<number>
}
interface LimitRuleTable extends LimitRule {
  limitRuleId: Generated<LimitRuleId>
  scriptCommandId: ScriptCommandId
  pointName: string
  unit: string
  revision: Generated<number>
}

interface BundleScriptTable {
  storeId: StoreId
  terminalId: TerminalId
  /** Of the bundle. */
  revision: number
  pollScriptId: PollScriptId
  /** In the bundle. */
  name: string
  /** SHA-256 in lower-case hexadecimal. */
  fingerprint: string
}

/** The type of a device that a script polls and stores lack. */
export interface EnteredDevice {
  readonly brand: string
  readonly model: string
  readonly unitId: number
  readonly type: DeviceType
  /** `null`: to be entered later, or of a meter. */
  readonly zone: TemperatureZone | null
}

/**
 * `deploy` adds or replaces the script in what a terminal runs, `remove` takes it away, `once` polls
 * everything once.
 */
export type DeploymentMode = 'deploy' | 'remove' | 'once'
interface ScriptDeploymentTable {
  scriptDeploymentId: Generated<ScriptDeploymentId>
  pollScriptId: PollScriptId
  scriptName: string
  mode: DeploymentMode
  addsDevices: boolean
  /**
   * The types entered for devices that stores lack. Written as a text, since a list would be taken for an
   * array.
   */
  enteredDevices: ColumnType<readonly EnteredDevice[], string, never>
  note: string
  accountId: AccountId | null
  createdBy: string
  createdAt: EpochMs
}

/** `given`: its state follows from the bundle or the command. */
type DeploymentStoreState = 'waiting' | 'given' | 'unchanged' | 'refused'
interface DeploymentStoreTable {
  storeId: StoreId
  scriptDeploymentId: ScriptDeploymentId
  /** Empty until the store has been looked at, and where none is concerned. */
  terminalId: Generated<TerminalId | ''>
  state: Generated<DeploymentStoreState>
  bundleRevision: Generated<number | null>
  commandId: Generated<string | null>
  faults: ColumnType<readonly BundleFault[] | null, string | null | undefined, string | null>
  changedAt: EpochMs
}

export interface ScriptTables {
  scriptFolder: ScriptFolderTable
  pollScript: PollScriptTable
  scriptCommand: ScriptCommandTable
  limitRule: LimitRuleTable
  bundleScript: BundleScriptTable
  scriptDeployment: ScriptDeploymentTable
  deploymentStore: DeploymentStoreTable
}
