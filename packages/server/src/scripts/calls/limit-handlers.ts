import {
  limitRow,
  type PointLimitsDraft,
  type PointLimitsRow,
  RULE_TABLE_CODE,
  wirePointLimits,
} from '@coldkeep/contract/areas/limit-rules'
import { Problem } from '@coldkeep/contract/problem'
import { checkLimitRule } from '@coldkeep/domain/alarms/limit-rule'
import type { LimitRuleId, PollScriptId, ScriptCommandId } from '@coldkeep/domain/ids'
import type { ModelPoint } from '@coldkeep/domain/polling/device-model'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import { addRows, changeRows, type EditedTable, removeRow } from '../../calls/edit-rows'
import type { Db, Trx } from '../../db/connect'
import { selectPublished } from '../../instructions/model-version-queries'
import {
  deletePointLimits,
  insertPointLimits,
  lockPointLimits,
  selectEditedPoints,
  selectPointLimits,
  updatePointLimits,
} from '../limit-rule-queries'
import { type PlacedScriptCommand, selectScriptCommands, selectScripts } from '../script-queries'
import { lockOwnScript } from './folder-handlers'

type LimitCall = 'listPointLimits' | 'addPointLimits' | 'changePointLimits' | 'removePointLimits'

const { place } = limitRow

export const limitHandlers = {
  listPointLimits: async ({ db, user, query: { script, commandCode } }) => {
    if ((await selectScripts(db, { from: user.departmentId, id: script })).length === 0)
      throw new Problem('script.unknown')
    return selectPointLimits(db, { script, commandCode })
  },

  addPointLimits: async (context) => {
    const { rows } = context.body
    const of = await namedOf(context.db, context.body)
    await addRows(limitsOf(context.user, of), context, rows, (index) => `rows.${index}`)
    return {}
  },

  changePointLimits: async (context) => {
    const { rows } = context.body
    const of = await namedOf(context.db, context.body)
    await changeRows(limitsOf(context.user, of), context, rows, (index) => `rows.${index}.row`)
    return {}
  },

  removePointLimits: async (context) => {
    await removeRow(limitsOf(context.user, null), context, context.query)
    return {}
  },
} satisfies Pick<Handlers, LimitCall>

/** Whose nodes rules are of: a command, or whichever of a script file has the node (`command` null). */
interface Named {
  readonly script: PollScriptId
  readonly command: ScriptCommandId | null
}

/** @throws Problem `script.unknown` where the command is none of the script file */
async function namedOf(db: Db, { script, command }: Named): Promise<Named> {
  const [owner] = command === null ? [] : await selectScriptCommands(db, { id: command })
  if (owner?.script === script) return { script, command }
  if (Number(command) !== RULE_TABLE_CODE) throw new Problem('script.unknown')
  return { script, command: null }
}

/** @param of `null` for rules of any script file */
function limitsOf(user: SignedIn, of: Named | null): EditedTable<PointLimitsDraft, PointLimitsRow> {
  return {
    kind: 'limit_rule',
    unknown: 'script.unknown',
    shape: wirePointLimits,
    taken: repeated,
    nameOf: ({ pointName }) => [pointName],
    lock: async (trx, id) => {
      await lockPointLimits(trx, id as LimitRuleId)
      const [row] = await selectPointLimits(trx, { id: id as LimitRuleId })
      if (row === undefined) return null
      const { script } = await ownerOf(trx, user, row.command)
      const isNamed = of === null || (of.command === null ? script === of.script : row.command === of.command)
      return isNamed ? row : null
    },
    insert: async (trx, draft, at) => {
      const owner = await ownerOf(trx, user, of?.command ?? (await commandWith(trx, of?.script, draft)))
      await checkRule(trx, owner, draft, at)
      await insertPointLimits(trx, owner.id, draft)
    },
    update: async (trx, before, draft, at) => {
      await checkRule(trx, await ownerOf(trx, user, before.command), draft, at)
      await updatePointLimits(trx, before, draft)
    },
    remove: async (trx, { id }) => {
      await deletePointLimits(trx, id)
    },
  }
}

/** The first command of a script file that has a node of this name and unit; its first one where none has. */
async function commandWith(
  trx: Trx,
  script: PollScriptId | undefined,
  { pointName, unit }: PointLimitsDraft,
): Promise<ScriptCommandId | null> {
  const commands = script === undefined ? [] : await selectScriptCommands(trx, { script })
  for (const command of commands) {
    const points = await pointsOf(trx, command)
    if (points.some((point) => point.name === pointName && point.unit === unit)) return command.id
  }
  return commands[0]?.id ?? null
}

/** @throws Problem `script.unknown`, `access.owner` */
async function ownerOf(
  trx: Trx,
  user: SignedIn,
  command: ScriptCommandId | null,
): Promise<PlacedScriptCommand> {
  const [owner] = command === null ? [] : await selectScriptCommands(trx, { id: command })
  if (owner === undefined || (await lockOwnScript(trx, user, owner.script)) === null)
    throw new Problem('script.unknown')
  return owner
}

async function checkRule(
  trx: Trx,
  owner: PlacedScriptCommand,
  rule: PointLimitsDraft,
  at: string,
): Promise<void> {
  const points = (await pointsOf(trx, owner)).filter(({ name }) => name === rule.pointName)
  if (points.length === 0) throw malformed(at, place.pointName, 'choice')
  if (!points.some(({ unit }) => unit === rule.unit)) throw malformed(at, place.unit, 'choice')
  const checked = checkLimitRule(rule)
  if (!checked.ok && checked.problem === 'limits_reversed') throw malformed(at, place.highLimit, 'range')
}

/** The nodes of a command as they are published, and as they are being edited. */
async function pointsOf(trx: Trx, { deviceModelId, commandCode }: PlacedScriptCommand) {
  const published = (await selectPublished(trx, [deviceModelId])).get(deviceModelId)
  const known: readonly Pick<ModelPoint, 'name' | 'unit'>[] =
    published?.tables.commands.find((command) => command.commandCode === commandCode)?.points ?? []
  const drafts = await selectEditedPoints(trx, { deviceModelId, commandCode })
  return [...known, ...drafts]
}

function malformed(at: string, cell: number, problem: 'choice' | 'range'): Problem {
  return new Problem('request.malformed', {}, { [`${at}.${cell}`]: problem })
}

function repeated(at: string): Problem {
  return new Problem('script.exists', {}, { [`${at}.${place.pointName}`]: 'choice' })
}
