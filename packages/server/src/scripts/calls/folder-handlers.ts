import {
  type FolderDraft,
  type ScriptDraft,
  type ScriptFolderRow,
  wirePollScript,
  wireScriptFolder,
} from '@coldkeep/contract/areas/scripts'
import { Problem } from '@coldkeep/contract/problem'
import type { DepartmentId, PollScriptId, ScriptFolderId } from '@coldkeep/domain/ids'
import { selectScope } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import { addRows, changeRows, type EditedTable, refusing, removeRow } from '../../calls/edit-rows'
import type { Trx } from '../../db/connect'
import { refuseForeign } from '../../instructions/find-model'
import { checkPeriod } from '../check-period'
import { countStoresPolling } from '../deployment-queries'
import {
  deleteFolder,
  insertFolder,
  isFolderNameSeen,
  lockFolder,
  lockFolderName,
  lockSeenFolder,
  selectFolders,
  updateFolder,
} from '../script-folder-queries'
import {
  deletePollScript,
  insertCopyOfCommands,
  insertPollScript,
  lockPollScript,
  longestCycleMs,
  type OwnedScript,
  selectScriptCommands,
  selectScripts,
  selectUnusedModels,
  updatePollScript,
} from '../script-queries'

type FolderCall =
  | 'listScriptFolders'
  | 'addScriptFolders'
  | 'changeScriptFolders'
  | 'removeScriptFolder'
  | 'listPollScripts'
  | 'addPollScripts'
  | 'changePollScripts'
  | 'removePollScript'
  | 'copyPollScript'

const at = (index: number) => `projects.${index}`

export const folderHandlers = {
  listScriptFolders: ({ db, user }) => selectFolders(db, user.departmentId),

  addScriptFolders: async (context) => {
    const { rows, departmentId: department } = context.body
    await addRows(foldersOf(context.user, department), context, rows, at)
    return {}
  },

  changeScriptFolders: async (context) => {
    await changeRows(foldersOf(context.user), context, context.body, at)
    return {}
  },

  removeScriptFolder: async (context) => {
    await removeRow(foldersOf(context.user), context, context.query)
    return {}
  },

  listPollScripts: async ({ db, user, query: { folder } }) => {
    const from = user.departmentId
    if ((await selectFolders(db, from, folder)).length === 0) throw new Problem('script.unknown')
    return selectScripts(db, { from, folder })
  },

  addPollScripts: async (context) => {
    await addRows(scriptsOf(context.user), context, context.body, at)
    return {}
  },

  changePollScripts: async (context) => {
    await changeRows(scriptsOf(context.user), context, context.body, at)
    return {}
  },

  removePollScript: async (context) => {
    await removeRow(scriptsOf(context.user), context, context.query)
    return {}
  },

  copyPollScript: async ({ db, user, body, clock }) => {
    const id = await db.transaction().execute(async (trx) => {
      const from = await lockScript(trx, user, body.id)
      if (from === null) throw new Problem('script.unknown')
      const { folderId, name } = body
      const draft = { folderId, name, periodSeconds: from.periodSeconds }
      const { id: copy, departmentId } = await refusing(scriptsOf(user), '', (at) =>
        insertScript(trx, user, draft, at),
      )
      await refuseUnusedModels(trx, from.id, departmentId)
      await insertCopyOfCommands(trx, from.id, copy)
      await addAudit(trx, {
        at: clock.now(),
        by: { accountId: user.accountId, name: user.name },
        storeId: null,
        departmentId,
        kind: 'script.copy',
        subject: name,
        detail: { of: from.name, commands: from.commands },
        outcome: 'done',
      })
      return copy
    })
    return { id }
  },
} satisfies Pick<Handlers, FolderCall>

/** @param department to which new folders belong; the caller's own when left out */
function foldersOf(user: SignedIn, department?: DepartmentId): EditedTable<FolderDraft, ScriptFolderRow> {
  return {
    kind: 'script_folder',
    unknown: 'script.unknown',
    shape: wireScriptFolder,
    taken,
    nameOf: ({ name }) => [name],
    ownerOf: ({ owner }) => owner?.id,
    lock: async (trx, id) => {
      const folder = id as ScriptFolderId
      await lockFolder(trx, folder)
      const [row = null] = await selectFolders(trx, user.departmentId, folder)
      if (row !== null) refuseForeign(row)
      return row
    },
    insert: async (trx, { name }, place) => {
      const departmentId = department ?? user.departmentId
      await selectScope(trx, user, departmentId)
      await checkFolderName(trx, departmentId, name, place)
      await insertFolder(trx, departmentId, name)
    },
    update: async (trx, { id, revision, owner, name: before }, { name }, place) => {
      if (owner !== null && name !== before) await checkFolderName(trx, owner.id, name, place)
      await updateFolder(trx, { id, revision }, name)
    },
    remove: async (trx, { id, scripts: count }) => {
      if (count > 0) throw new Problem('script.folder_full', { count })
      await deleteFolder(trx, id)
    },
  }
}

/**
 * Terminals know scripts by folder and file: a name that is used in a department, or below it, is not given twice.
 * @throws Problem `script.exists`
 */
async function checkFolderName(
  trx: Trx,
  departmentId: DepartmentId,
  name: string,
  place: string,
): Promise<void> {
  await lockFolderName(trx, name)
  if (await isFolderNameSeen(trx, departmentId, name)) throw taken(place)
}

function scriptsOf(user: SignedIn): EditedTable<ScriptDraft, OwnedScript> {
  return {
    kind: 'script',
    unknown: 'script.unknown',
    shape: wirePollScript,
    taken,
    nameOf: ({ name }) => [name],
    ownerOf: ({ departmentId }) => departmentId,
    lock: async (trx, id) => lockOwnScript(trx, user, id as PollScriptId),
    insert: async (trx, draft, place) => void (await insertScript(trx, user, draft, place)),
    update: async (trx, { id, revision, folderId }, draft, place) => {
      const departmentId = await checkFolder(trx, user, draft, place)
      if (draft.folderId !== folderId) await refuseUnusedModels(trx, id, departmentId)
      const worstMs = longestCycleMs(await selectScriptCommands(trx, { script: id }))
      checkPeriod(worstMs, draft.periodSeconds, [`${place}.duration`])
      await updatePollScript(trx, { id, revision }, draft)
    },
    remove: async (trx, { id }) => {
      const stores = await countStoresPolling(trx, id)
      if (stores > 0) throw new Problem('script.in_use', { stores })
      await deletePollScript(trx, id)
    },
  }
}

/** Also keeps commands and rules of the script from being written by others until the transaction ends. */
async function lockScript(trx: Trx, user: SignedIn, id: PollScriptId) {
  await lockPollScript(trx, id)
  return (await selectScripts(trx, { from: user.departmentId, id }))[0] ?? null
}

/**
 * As {@link lockScript}, of one that the caller is about to change.
 * @throws Problem `access.owner`
 */
export async function lockOwnScript(trx: Trx, user: SignedIn, id: PollScriptId): Promise<OwnedScript | null> {
  const script = await lockScript(trx, user, id)
  if (script !== null) refuseForeign(script)
  return script
}

async function insertScript(trx: Trx, user: SignedIn, draft: ScriptDraft, place: string) {
  const departmentId = await checkFolder(trx, user, draft, place)
  return { id: await insertPollScript(trx, draft), departmentId }
}

/**
 * @returns the department that the folder belongs to
 * @throws Problem `script.unknown`, `access.owner`
 */
async function checkFolder(
  trx: Trx,
  user: SignedIn,
  { folderId }: ScriptDraft,
  place: string,
): Promise<DepartmentId> {
  // held until the end, so that it is not removed in between
  const folder = await lockSeenFolder(trx, user.departmentId, folderId)
  if (folder === undefined)
    throw new Problem('script.unknown', {}, { [fieldAt(place, 'projectId')]: 'choice' })
  refuseForeign(folder)
  return folder.departmentId
}

/** @throws Problem `script.foreign_models` where a script polls models that are not used in a department */
async function refuseUnusedModels(trx: Trx, id: PollScriptId, departmentId: DepartmentId): Promise<void> {
  const models = await selectUnusedModels(trx, id, departmentId)
  if (models.length === 0) return
  const names = models.map(({ brand, model }) => `${brand} ${model}`)
  throw new Problem('script.foreign_models', { models: names.join(', ') })
}

function taken(place: string): Problem {
  return new Problem('script.exists', {}, { [fieldAt(place, 'name')]: 'choice' })
}

function fieldAt(place: string, field: string): string {
  return place === '' ? field : `${place}.${field}`
}
