import {
  type ScriptCommandDraft,
  type ScriptCommandRow,
  wireScriptCommand,
} from '@coldkeep/contract/areas/script-commands'
import { Problem } from '@coldkeep/contract/problem'
import { scriptFields } from '@coldkeep/contract/wire/script'
import type { DeviceModelId, PollScriptId, ScriptCommandId } from '@coldkeep/domain/ids'
import type { Trx } from '../../db/connect'
import type { Handlers } from '../../http/bind-call'
import { selectPublished } from '../../instructions/model-versions'
import { longestCycleMs, selectScriptCommands, selectScripts } from '../../scripts/script-queries'
import { addRows, changeRows, type EditedTable, removeRow } from '../edit-rows'
import { checkPeriod } from './check-period'
import { lockScript } from './folder-handlers'

type ScriptCommandCall =
  | 'listScriptCommands'
  | 'addScriptCommands'
  | 'changeScriptCommands'
  | 'removeScriptCommand'

const MOST_COMMANDS = 512
/** Where the cells of a row stand. */
const cell = { model: 1, commandCode: 2, unitId: 3, retries: 5, timeoutMs: 7 } as const

export const scriptCommandHandlers = {
  listScriptCommands: async ({ db, query: { script, commandCode } }) => {
    if ((await selectScripts(db, { id: script })).length === 0) throw new Problem('script.unknown')
    return selectScriptCommands(db, { script, commandCode })
  },

  addScriptCommands: async (context) => {
    const { script, rows } = context.body
    await addRows(commandsOf(script), context, rows, (index) => `${scriptFields.addedCommands}.${index}`)
    return {}
  },

  changeScriptCommands: async (context) => {
    const at = (index: number) => `${scriptFields.changedCommands}.${index}.row`
    await changeRows(commandsOf(null), context, context.body, at)
    return {}
  },

  removeScriptCommand: async (context) => {
    await removeRow(commandsOf(null), context, context.query)
    return {}
  },
} satisfies Pick<Handlers, ScriptCommandCall>

/** @param script to which new rows belong */
function commandsOf(script: PollScriptId | null): EditedTable<ScriptCommandDraft, ScriptCommandRow> {
  return {
    kind: 'script_command',
    unknown: 'script.unknown',
    shape: wireScriptCommand,
    taken: repeated,
    nameOf: ({ deviceName, model, commandCode }) => [deviceName, model, commandCode],
    lock: async (trx, id) => {
      const [found] = await selectScriptCommands(trx, { id: id as ScriptCommandId })
      if (found === undefined) return null
      await lockScript(trx, found.script)
      // it may have gone while the lock was waited for
      return (await selectScriptCommands(trx, { id: found.id }))[0] ?? null
    },
    insert: async (trx, draft, at) => {
      const owner = script === null ? null : await lockScript(trx, script)
      if (owner === null) throw new Problem('script.unknown')
      if (owner.commands >= MOST_COMMANDS) throw new Problem('script.too_many', { limit: MOST_COMMANDS })
      await trx
        .insertInto('scriptCommand')
        .values({ ...(await columnsOf(trx, draft, at)), pollScriptId: owner.id })
        .execute()
      await checkFits(trx, owner.id, at)
    },
    update: async (trx, { id, revision }, draft, at) => {
      const columns = await columnsOf(trx, draft, at)
      const [{ script: owner } = { script: null }] = await selectScriptCommands(trx, { id })
      if (owner === null) throw new Problem('script.unknown')
      await trx
        .updateTable('scriptCommand')
        .set({ ...columns, revision: revision + 1 })
        .where('scriptCommandId', '=', id)
        .execute()
      await checkFits(trx, owner, at)
    },
    remove: async (trx, { id }) => {
      await trx.deleteFrom('scriptCommand').where('scriptCommandId', '=', id).execute()
    },
  }
}

async function columnsOf(trx: Trx, { brand, model, ...columns }: ScriptCommandDraft, at: string) {
  const known = await trx
    .selectFrom('deviceModel')
    .select('deviceModelId')
    .where('brand', '=', brand)
    .where('model', '=', model)
    // what is published of it stays so until the row is written
    .forShare()
    .executeTakeFirst()
  if (known === undefined) throw noSuch(at, cell.model)
  const { deviceModelId } = known
  if (!(await hasCommand(trx, deviceModelId, columns.commandCode))) throw noSuch(at, cell.commandCode)
  return { ...columns, deviceModelId }
}

/** Published, or about to be. */
async function hasCommand(trx: Trx, deviceModelId: DeviceModelId, commandCode: string): Promise<boolean> {
  const draft = await trx
    .selectFrom('pollCommand')
    .select('pollCommandId')
    .where('deviceModelId', '=', deviceModelId)
    .where('commandCode', '=', commandCode)
    .forShare()
    .executeTakeFirst()
  if (draft !== undefined) return true
  const published = (await selectPublished(trx, [deviceModelId])).get(deviceModelId)
  return published?.tables.commands.some((command) => command.commandCode === commandCode) === true
}

async function checkFits(trx: Trx, script: PollScriptId, at: string): Promise<void> {
  const [owner] = await selectScripts(trx, { id: script })
  if (owner === undefined) throw new Problem('script.unknown')
  const worstMs = longestCycleMs(await selectScriptCommands(trx, { script }))
  checkPeriod(worstMs, owner.periodSeconds, [`${at}.${cell.retries}`, `${at}.${cell.timeoutMs}`])
}

function noSuch(at: string, place: number): Problem {
  return new Problem('request.malformed', {}, { [`${at}.${place}`]: 'choice' })
}

function repeated(at: string): Problem {
  return new Problem('script.exists', {}, { [`${at}.${cell.unitId}`]: 'choice' })
}
