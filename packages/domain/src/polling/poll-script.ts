import type { LimitRule } from '../alarms/limit-rule'
import type { LimitRuleId, PollScriptId, ScriptCommandId, ScriptFolderId } from '../ids'
import type { ScriptStep } from './poll-command'

export interface ScriptFolder {
  readonly id: ScriptFolderId
  readonly name: string
}

/** What is polled together, and how often. */
export interface PollScript {
  readonly id: PollScriptId
  readonly folderId: ScriptFolderId
  readonly name: string
  /** 1 to 86 400. */
  readonly periodSeconds: number
}

/** A poll command of a model, addressed to one unit. */
export interface ScriptCommand extends ScriptStep {
  readonly id: ScriptCommandId
  readonly brand: string
  readonly model: string
  /** Of the poll command, in whatever is published of the model. */
  readonly commandCode: string
  /** What people call the device. */
  readonly deviceName: string
}

/** When a node of a script's command is in alarm. */
export interface PointLimits extends LimitRule {
  readonly id: LimitRuleId
  readonly pointName: string
  readonly unit: string
}
