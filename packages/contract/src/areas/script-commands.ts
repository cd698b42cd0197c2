import type { PollScriptId, ScriptCommandId } from '@coldkeep/domain/ids'
import type { ScriptCommand } from '@coldkeep/domain/polling/poll-script'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { commandCode, modelName } from '../wire/instruction'
import { line } from '../wire/line'
import { idOf, rowNamed, rowRevision, rowsOf, seenRevision } from '../wire/row'
import { rowCodec } from '../wire/row-codec'
import { SCRIPT_PATH, scriptAccess, scriptReadAccess } from '../wire/script'

export type ScriptCommandDraft = Omit<ScriptCommand, 'id'>
export interface ScriptCommandRow extends ScriptCommand {
  readonly revision: number
  /** How many nodes of it have alarm rules. */
  readonly rules: number
}

/** `use ID` is text in the specification. */
const unitText = z.codec(
  z.string().check(z.trim(), z.regex(/^\d{1,3}$/)),
  z.int().check(z.gte(1), z.lte(247)),
  {
    decode: Number,
    encode: String,
  },
)

export const scriptCommandRow = rowCodec<ScriptCommandDraft>()([
  ['brand', modelName],
  ['model', modelName],
  ['commandCode', commandCode],
  ['unitId', unitText],
  ['deviceName', line(1, 80)],
  ['retries', z.int().check(z.gte(0), z.lte(10))],
  ['intervalMs', z.int().check(z.gte(0), z.lte(60_000))],
  ['timeoutMs', z.int().check(z.gte(20), z.lte(10_000))],
])
const changed = z.codec(
  z.object({ id: wireId<ScriptCommandId>(), row: scriptCommandRow.codec, ...seenRevision }),
  z.extend(scriptCommandRow.draft, { id: idOf<ScriptCommandId>(), ...seenRevision }),
  { decode: ({ row, ...named }) => ({ ...row, ...named }), encode: (change) => ({ ...change, row: change }) },
)

export const wireScriptCommand = z.codec(
  z.object({
    id: as('uid', wireId<ScriptCommandId>()),
    value: scriptCommandRow.codec,
    revision: rowRevision,
    rules: z.int(),
  }),
  z.custom<ScriptCommandRow>(),
  { decode: ({ value, ...row }) => ({ ...value, ...row }), encode: (row) => ({ ...row, value: row }) },
)

const path = `${SCRIPT_PATH}/cmd-collection`
const script = as('script-file', wireId<PollScriptId>())

export const listScriptCommands = defineCall({
  method: 'GET',
  path,
  access: scriptReadAccess,
  summary: 'The commands of a script file: all, or those of one command code.',
  query: z.object({ script, commandCode: as('cmd-alias', z.optional(commandCode)) }),
  answer: z.array(wireScriptCommand),
})

export const addScriptCommands = defineCall({
  method: 'POST',
  path,
  access: scriptAccess,
  summary: 'Adds commands to a script file. Its cycle must still fit its period.',
  body: z.object({ script, rows: rowsOf(scriptCommandRow.codec) }),
  answer: nothing,
})

export const changeScriptCommands = defineCall({
  method: 'PATCH',
  path,
  access: scriptAccess,
  summary: 'Changes commands; a row that someone else changed in the meantime is refused and reported.',
  body: z.codec(z.object({ rows: as('collections', rowsOf(changed)) }), rowsOf(changed.def.out), {
    decode: ({ rows }) => rows,
    encode: (rows) => ({ rows }),
  }),
  answer: nothing,
})

export const removeScriptCommand = defineCall({
  method: 'DELETE',
  path,
  access: scriptAccess,
  summary: 'Removes a command of a script file with its alarm rules.',
  query: rowNamed<ScriptCommandId>('id'),
  answer: nothing,
})
