import {
  type ScriptCommandDraft,
  scriptCommandRow,
  wireScriptCommand,
} from '@coldkeep/contract/areas/script-commands'
import { Problem } from '@coldkeep/contract/problem'
import type { DepartmentId, DeviceModelId, PollScriptId, ScriptCommandId } from '@coldkeep/domain/ids'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import { addRows, changeRows, type EditedTable, removeRow } from '../../calls/edit-rows'
import type { Trx } from '../../db/connect'
import { selectPublished } from '../../instructions/model-version-queries'
import { checkPeriod } from '../check-period'
import {
  deleteScriptCommand,
  insertScriptCommand,
  lockModelOfCommand,
  lockPollCommandOfCode,
  longestCycleMs,
  type OwnedScript,
  type PlacedScriptCommand,
  selectScriptCommands,
  selectScripts,
  updateScriptCommand,
} from '../script-queries'
import { lockOwnScript } from './folder-handlers'

type ScriptCommandCall =
  | 'listScriptCommands'
  | 'addScriptCommands'
  | 'changeScriptCommands'
  | 'removeScriptCommand'

const MOST_COMMANDS = 512
const { place } = scriptCommandRow

export const scriptCommandHandlers = {
  listScriptCommands: async ({ db, user, query: { script, commandCode } }) => {
    if ((await selectScripts(db, { from: user.departmentId, id: script })).length === 0)
      throw new Problem('script.unknown')
    return selectScriptCommands(db, { script, commandCode })
  },

  addScriptCommands: async (context) => {
    const { script, rows } = context.body
    await addRows(commandsOf(context.user, script), context, rows, (index) => `rows.${index}`)
    return {}
  },

  changeScriptCommands: async (context) => {
    const at = (index: number) => `rows.${index}.row`
    await changeRows(commandsOf(context.user), context, context.body, at)
    return {}
  },

  removeScriptCommand: async (context) => {
    await removeRow(commandsOf(context.user), context, context.query)
    return {}
  },
} satisfies Pick<Handlers, ScriptCommandCall>

/** @param script to which new rows belong */
function commandsOf(
  user: SignedIn,
  script: PollScriptId | null = null,
): EditedTable<ScriptCommandDraft, PlacedScriptCommand & Pick<OwnedScript, 'departmentId'>> {
  return {
    kind: 'script_command',
    unknown: 'script.unknown',
    shape: wireScriptCommand,
    taken: repeated,
    nameOf: ({ deviceName, model, commandCode }) => [deviceName, model, commandCode],
    ownerOf: ({ departmentId }) => departmentId,
    lock: async (trx, id) => {
      const [found] = await selectScriptCommands(trx, { id: id as ScriptCommandId })
      if (found === undefined) return null
      const owner = await lockOwnScript(trx, user, found.script)
      // it may have been removed while waiting for the lock
      const [row] = await selectScriptCommands(trx, { id: found.id })
      return owner === null || row === undefined ? null : { ...row, departmentId: owner.departmentId }
    },
    insert: async (trx, draft, at) => {
      const owner = script === null ? null : await lockOwnScript(trx, user, script)
      if (owner === null) throw new Problem('script.unknown')
      if (owner.commands >= MOST_COMMANDS) throw new Problem('script.too_many', { limit: MOST_COMMANDS })
      await insertScriptCommand(trx, owner.id, await columnsOf(trx, owner.departmentId, draft, at))
      await checkFits(trx, owner.id, at)
    },
    update: async (trx, before, draft, at) => {
      const { id, revision, script: owner } = before
      const isSameModel = draft.brand === before.brand && draft.model === before.model
      const columns = await columnsOf(trx, before.departmentId, draft, at, isSameModel ? before : null)
      await updateScriptCommand(trx, { id, revision }, columns)
      await checkFits(trx, owner, at)
    },
    remove: async (trx, { id }) => {
      await deleteScriptCommand(trx, id)
    },
  }
}

/** @param before what is polled already: it keeps its model, whatever department that belongs to by now */
async function columnsOf(
  trx: Trx,
  departmentId: DepartmentId,
  { brand, model, ...columns }: ScriptCommandDraft,
  at: string,
  before: PlacedScriptCommand | null = null,
) {
  // what is published of it stays so until the row is written
  const deviceModelId = await lockModelOfCommand(
    trx,
    departmentId,
    { brand, model },
    before?.deviceModelId ?? null,
  )
  if (deviceModelId === null) throw noSuch(at, place.model)
  if (!(await hasCommand(trx, deviceModelId, columns.commandCode))) throw noSuch(at, place.commandCode)
  return { ...columns, deviceModelId }
}

/** Published, or about to be. */
async function hasCommand(trx: Trx, deviceModelId: DeviceModelId, commandCode: string): Promise<boolean> {
  if (await lockPollCommandOfCode(trx, deviceModelId, commandCode)) return true
  const published = (await selectPublished(trx, [deviceModelId])).get(deviceModelId)
  return published?.tables.commands.some((command) => command.commandCode === commandCode) === true
}

async function checkFits(trx: Trx, script: PollScriptId, at: string): Promise<void> {
  const [owner] = await selectScripts(trx, { from: null, id: script })
  if (owner === undefined) throw new Problem('script.unknown')
  const worstMs = longestCycleMs(await selectScriptCommands(trx, { script }))
  checkPeriod(worstMs, owner.periodSeconds, [`${at}.${place.retries}`, `${at}.${place.timeoutMs}`])
}

function noSuch(at: string, cell: number): Problem {
  return new Problem('request.malformed', {}, { [`${at}.${cell}`]: 'choice' })
}

function repeated(at: string): Problem {
  return new Problem('script.exists', {}, { [`${at}.${place.unitId}`]: 'choice' })
}
