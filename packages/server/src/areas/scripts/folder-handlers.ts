import {
  type FolderDraft,
  type PollScriptRow,
  type ScriptDraft,
  type ScriptFolderRow,
  wirePollScript,
  wireScriptFolder,
} from '@coldkeep/contract/areas/scripts'
import { Problem } from '@coldkeep/contract/problem'
import type { PollScriptId, ScriptFolderId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import { addAudit } from '../../audit/add-audit'
import type { Trx } from '../../db/connect'
import type { Handlers } from '../../http/bind-call'
import { countStoresPolling } from '../../scripts/deployment-queries'
import {
  longestCycleMs,
  selectFolders,
  selectScriptCommands,
  selectScripts,
} from '../../scripts/script-queries'
import { addRows, changeRows, type EditedTable, refusing, removeRow } from '../edit-rows'
import { checkPeriod } from './check-period'

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
  listScriptFolders: ({ db }) => selectFolders(db),

  addScriptFolders: async (context) => {
    await addRows(folders, context, context.body, at)
    return {}
  },

  changeScriptFolders: async (context) => {
    await changeRows(folders, context, context.body, at)
    return {}
  },

  removeScriptFolder: async (context) => {
    await removeRow(folders, context, context.query)
    return {}
  },

  listPollScripts: async ({ db, query: { folder } }) => {
    if ((await selectFolders(db, folder)).length === 0) throw new Problem('script.unknown')
    return selectScripts(db, { folder })
  },

  addPollScripts: async (context) => {
    await addRows(scripts, context, context.body, at)
    return {}
  },

  changePollScripts: async (context) => {
    await changeRows(scripts, context, context.body, at)
    return {}
  },

  removePollScript: async (context) => {
    await removeRow(scripts, context, context.query)
    return {}
  },

  copyPollScript: async ({ db, user, body, clock }) => {
    const id = await db.transaction().execute(async (trx) => {
      const from = await lockScript(trx, body.id)
      if (from === null) throw new Problem('script.unknown')
      const { folderId, name } = body
      const draft = { folderId, name, periodSeconds: from.periodSeconds }
      const copy = await refusing(scripts, '', (at) => insertScript(trx, draft, at))
      await copyCommands(trx, from.id, copy)
      await addAudit(trx, {
        at: clock.now(),
        by: { accountId: user.accountId, name: user.name },
        storeId: null,
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

const folders: EditedTable<FolderDraft, ScriptFolderRow> = {
  kind: 'script_folder',
  unknown: 'script.unknown',
  shape: wireScriptFolder,
  taken,
  nameOf: ({ name }) => [name],
  lock: async (trx, id) => {
    const folder = id as ScriptFolderId
    await trx
      .selectFrom('scriptFolder')
      .select('scriptFolderId')
      .where('scriptFolderId', '=', folder)
      .forUpdate()
      .execute()
    return (await selectFolders(trx, folder))[0] ?? null
  },
  insert: async (trx, { name }) => {
    await trx.insertInto('scriptFolder').values({ name }).execute()
  },
  update: async (trx, { id, revision }, { name }) => {
    await trx
      .updateTable('scriptFolder')
      .set({ name, revision: revision + 1 })
      .where('scriptFolderId', '=', id)
      .execute()
  },
  remove: async (trx, { id, scripts: count }) => {
    if (count > 0) throw new Problem('script.folder_full', { count })
    await trx.deleteFrom('scriptFolder').where('scriptFolderId', '=', id).execute()
  },
}

const scripts: EditedTable<ScriptDraft, PollScriptRow> = {
  kind: 'script',
  unknown: 'script.unknown',
  shape: wirePollScript,
  taken,
  nameOf: ({ name }) => [name],
  lock: (trx, id) => lockScript(trx, id as PollScriptId),
  insert: async (trx, draft, place) => void (await insertScript(trx, draft, place)),
  update: async (trx, { id, revision }, draft, place) => {
    await checkFolder(trx, draft, place)
    const worstMs = longestCycleMs(await selectScriptCommands(trx, { script: id }))
    checkPeriod(worstMs, draft.periodSeconds, [`${place}.duration`])
    const { name, folderId: scriptFolderId, periodSeconds } = draft
    await trx
      .updateTable('pollScript')
      .set({ name, scriptFolderId, periodSeconds, revision: revision + 1 })
      .where('pollScriptId', '=', id)
      .execute()
  },
  remove: async (trx, { id }) => {
    const stores = await countStoresPolling(trx, id)
    if (stores > 0) throw new Problem('script.in_use', { stores })
    await trx.deleteFrom('pollScript').where('pollScriptId', '=', id).execute()
  },
}

/** Also keeps commands and rules of the script from being written by others until the transaction ends. */
export async function lockScript(trx: Trx, id: PollScriptId): Promise<PollScriptRow | null> {
  await trx
    .selectFrom('pollScript')
    .select('pollScriptId')
    .where('pollScriptId', '=', id)
    .forUpdate()
    .execute()
  return (await selectScripts(trx, { id }))[0] ?? null
}

async function insertScript(trx: Trx, draft: ScriptDraft, place: string): Promise<PollScriptId> {
  await checkFolder(trx, draft, place)
  const { name, folderId: scriptFolderId, periodSeconds } = draft
  const { pollScriptId } = await trx
    .insertInto('pollScript')
    .values({ name, scriptFolderId, periodSeconds })
    .returning('pollScriptId')
    .executeTakeFirstOrThrow()
  return pollScriptId
}

async function checkFolder(trx: Trx, { folderId }: ScriptDraft, place: string): Promise<void> {
  // held until the end, so that nobody removes it meanwhile
  const folder = await trx
    .selectFrom('scriptFolder')
    .select('scriptFolderId')
    .where('scriptFolderId', '=', folderId)
    .forShare()
    .executeTakeFirst()
  if (folder === undefined)
    throw new Problem('script.unknown', {}, { [fieldAt(place, 'project_id')]: 'choice' })
}

async function copyCommands(trx: Trx, from: PollScriptId, to: PollScriptId): Promise<void> {
  await sql`
    insert into script_command (poll_script_id, device_model_id, command_code, unit_id, device_name, retries,
      interval_ms, timeout_ms)
    select ${to}, device_model_id, command_code, unit_id, device_name, retries, interval_ms, timeout_ms
    from script_command where poll_script_id = ${from} order by script_command_id`.execute(trx)
  await sql`
    insert into limit_rule (script_command_id, point_name, unit, low_limit, low_delay_minutes, high_limit,
      high_delay_minutes, lost_delay_minutes)
    select copy.script_command_id, rule.point_name, rule.unit, rule.low_limit, rule.low_delay_minutes,
      rule.high_limit, rule.high_delay_minutes, rule.lost_delay_minutes
    from limit_rule rule
    join script_command was on was.script_command_id = rule.script_command_id
    join script_command copy on copy.poll_script_id = ${to} and copy.device_model_id = was.device_model_id
      and copy.command_code = was.command_code and copy.unit_id = was.unit_id
    where was.poll_script_id = ${from} order by rule.limit_rule_id`.execute(trx)
}

function taken(place: string): Problem {
  return new Problem('script.exists', {}, { [fieldAt(place, 'name')]: 'choice' })
}

function fieldAt(place: string, field: string): string {
  return place === '' ? field : `${place}.${field}`
}
