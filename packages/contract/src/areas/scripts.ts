import type { PollScriptId, ScriptFolderId } from '@coldkeep/domain/ids'
import type { PollScript, ScriptFolder } from '@coldkeep/domain/polling/poll-script'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { wireId } from '../wire/id'
import { newOwner, newOwnerId, type Owned, ownedFields } from '../wire/owner'
import { idOf, rowNamed, rowRevision, rowsOf, seenRevision } from '../wire/row'
import {
  folderName,
  periodSeconds,
  SCRIPT_PATH,
  scriptAccess,
  scriptName,
  scriptReadAccess,
} from '../wire/script'

export interface ScriptFolderRow extends ScriptFolder, Owned {
  readonly revision: number
  /** How many script files are in it. */
  readonly scripts: number
}

export interface PollScriptRow extends PollScript {
  readonly revision: number
  /** How many commands it has. */
  readonly commands: number
  /** The longest that one cycle can take, every command running into its timeouts, in milliseconds. */
  readonly worstMs: number
}

const folderId = idOf<ScriptFolderId>()
const pollScriptId = idOf<PollScriptId>()
const folderDraft = z.object({ name: folderName })
export type FolderDraft = z.output<typeof folderDraft>
const scriptDraft = z.object({ name: scriptName, folderId, periodSeconds })
export type ScriptDraft = z.output<typeof scriptDraft>

const folderPath = `${SCRIPT_PATH}/project`
const scriptPath = `${SCRIPT_PATH}/script-file`

export const wireScriptFolder = z.codec(
  z.object({
    id: wireId<ScriptFolderId>(),
    name: folderName,
    revision: rowRevision,
    scripts: z.int(),
    ...ownedFields,
  }),
  z.custom<ScriptFolderRow>(),
  {
    decode: ({ canEdit, ...row }) => ({ ...row, canEdit }),
    encode: ({ canEdit, ...row }) => ({ ...row, canEdit }),
  },
)

export const listScriptFolders = defineCall({
  method: 'GET',
  path: folderPath,
  access: scriptReadAccess,
  summary: 'The folders of script files, by name.',
  answer: z.array(wireScriptFolder),
})

export const addScriptFolders = defineCall({
  method: 'POST',
  path: folderPath,
  access: scriptAccess,
  summary:
    'Adds folders, to the department of the caller or one below; their files are used there and below.',
  body: z.codec(
    z.object({ projects: rowsOf(folderDraft), ...newOwner }),
    z.object({ rows: rowsOf(folderDraft), ...newOwnerId }),
    {
      decode: ({ projects, departmentId: department }) => ({ rows: projects, departmentId: department }),
      encode: ({ rows, departmentId: department }) => ({ projects: [...rows], departmentId: department }),
    },
  ),
  answer: nothing,
})

export const changeScriptFolders = defineCall({
  method: 'PATCH',
  path: folderPath,
  access: scriptAccess,
  summary: 'Gives folders other names.',
  body: z.codec(
    z.object({
      projects: rowsOf(z.extend(folderDraft, { id: wireId<ScriptFolderId>(), ...seenRevision })),
    }),
    rowsOf(z.extend(folderDraft, { id: folderId, ...seenRevision })),
    { decode: ({ projects }) => projects, encode: (projects) => ({ projects: [...projects] }) },
  ),
  answer: nothing,
})

export const removeScriptFolder = defineCall({
  method: 'DELETE',
  path: folderPath,
  access: scriptAccess,
  summary: 'Removes an empty folder.',
  query: rowNamed<ScriptFolderId>('id'),
  answer: nothing,
})

const wireDraft = z.object({
  name: scriptName,
  projectId: wireId<ScriptFolderId>(),
  duration: periodSeconds,
})
type WireDraft = z.output<typeof wireDraft>

function scriptOf({ name, projectId, duration }: WireDraft): ScriptDraft {
  return { name, folderId: projectId, periodSeconds: duration }
}

function wireOf({ name, folderId, periodSeconds }: ScriptDraft): WireDraft {
  return { name, projectId: folderId, duration: periodSeconds }
}

export const wirePollScript = z.codec(
  z.extend(wireDraft, {
    id: wireId<PollScriptId>(),
    revision: rowRevision,
    commands: z.int(),
    worstMs: z.int(),
  }),
  z.custom<PollScriptRow>(),
  {
    decode: ({ id, revision, commands, worstMs, ...draft }) => ({
      ...scriptOf(draft),
      id,
      revision,
      commands,
      worstMs,
    }),
    encode: ({ id, revision, commands, worstMs, ...draft }) => ({
      ...wireOf(draft),
      id,
      revision,
      commands,
      worstMs,
    }),
  },
)

export const listPollScripts = defineCall({
  method: 'GET',
  path: scriptPath,
  access: scriptReadAccess,
  summary: 'The script files of a folder, by name.',
  query: z.codec(z.object({ project: wireId<ScriptFolderId>() }), z.object({ folder: folderId }), {
    decode: ({ project }) => ({ folder: project }),
    encode: ({ folder }) => ({ project: folder }),
  }),
  answer: z.array(wirePollScript),
})

export const addPollScripts = defineCall({
  method: 'POST',
  path: scriptPath,
  access: scriptAccess,
  summary: 'Adds script files without commands.',
  body: z.codec(z.object({ projects: rowsOf(wireDraft) }), rowsOf(scriptDraft), {
    decode: ({ projects }) => projects.map(scriptOf),
    encode: (rows) => ({ projects: rows.map(wireOf) }),
  }),
  answer: nothing,
})

export const changePollScripts = defineCall({
  method: 'PATCH',
  path: scriptPath,
  access: scriptAccess,
  summary:
    'Changes name, folder or period of script files. What stores poll changes with the next patch only.',
  body: z.codec(
    z.object({ projects: rowsOf(z.extend(wireDraft, { id: wireId<PollScriptId>(), ...seenRevision })) }),
    rowsOf(z.extend(scriptDraft, { id: pollScriptId, ...seenRevision })),
    {
      decode: ({ projects }) =>
        projects.map(({ id, revision, ...draft }) => ({ ...scriptOf(draft), id, revision })),
      encode: (rows) => ({
        projects: rows.map(({ id, revision, ...draft }) => ({ ...wireOf(draft), id, revision })),
      }),
    },
  ),
  answer: nothing,
})

export const removePollScript = defineCall({
  method: 'DELETE',
  path: scriptPath,
  access: scriptAccess,
  summary: 'Removes a script file that no store polls.',
  query: rowNamed<PollScriptId>('id'),
  answer: nothing,
})

export const copyPollScript = defineCall({
  method: 'POST',
  path: `${SCRIPT_PATH}/script-files/save-as`,
  access: scriptAccess,
  summary:
    'Saves a script file with its commands and rules under another name, in the same or another folder.',
  body: z.codec(
    z.object({ scriptFile: wireId<PollScriptId>(), projectId: wireId<ScriptFolderId>(), name: scriptName }),
    z.object({ id: pollScriptId, folderId, name: scriptName }),
    {
      decode: ({ scriptFile, projectId, name }) => ({
        id: scriptFile,
        folderId: projectId,
        name,
      }),
      encode: ({ id, folderId, name }) => ({ scriptFile: id, projectId: folderId, name }),
    },
  ),
  answer: z.object({ id: wireId<PollScriptId>() }),
})
