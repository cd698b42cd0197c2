import type { LimitRule } from '@coldkeep/domain/alarms/limit-rule'
import type {
  DepartmentId,
  DeviceModelId,
  LimitRuleId,
  PollScriptId,
  ScriptCommandId,
  ScriptFolderId,
  StoreId,
  TerminalId,
} from '@coldkeep/domain/ids'
import type { ScriptStep } from '@coldkeep/domain/polling/poll-command'
import type { Generated } from 'kysely'

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
  /** SHA-256 in lowercase hexadecimal. */
  fingerprint: string
}

export interface ScriptTables {
  scriptFolder: ScriptFolderTable
  pollScript: PollScriptTable
  scriptCommand: ScriptCommandTable
  limitRule: LimitRuleTable
  bundleScript: BundleScriptTable
}
