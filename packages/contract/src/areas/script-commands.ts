import type { PollScriptId, ScriptCommandId } from '@coldkeep/domain/ids'
import type { ScriptCommand } from '@coldkeep/domain/polling/poll-script'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { wireId } from '../wire/id'
import { commandCode, modelName } from '../wire/instruction'
import { line } from '../wire/line'
import { idOf, rowNamed, rowRevision, rowsOf, seenRevision } from '../wire/row'
import { SCRIPT_PATH, scriptAccess, scriptReadAccess } from '../wire/script'

export type ScriptCommandDraft = Omit<ScriptCommand, 'id'>
export interface ScriptCommandRow extends ScriptCommand {
  readonly revision: number
  /** How many nodes of it have alarm rules. */
  readonly rules: number
}

const unitId = z.int().check(z.gte(1), z.lte(247))
/** `use ID` is text in the specification. */
const unitText = z.codec(z.string().check(z.trim(), z.regex(/^\d{1,3}$/)), unitId, {
  decode: Number,
  encode: String,
})
const deviceName = line(1, 80)
const retries = z.int().check(z.gte(0), z.lte(10))
const intervalMs = z.int().check(z.gte(0), z.lte(60_000))
const timeoutMs = z.int().check(z.gte(20), z.lte(10_000))

/** Brand, model, command code, unit id, device name, retries, interval ms, timeout ms. */
const cells = z.tuple([
  modelName,
  modelName,
  commandCode,
  unitText,
  deviceName,
  retries,
  intervalMs,
  timeoutMs,
])
const draft = z.object({
  brand: modelName,
  model: modelName,
  commandCode,
  unitId,
  deviceName,
  retries,
  intervalMs,
  timeoutMs,
})
const change = z.extend(draft, { id: idOf<ScriptCommandId>(), ...seenRevision })

function draftOf(row: z.output<typeof cells>): ScriptCommandDraft {
  const [brand, model, code, unit, device, retryCount, interval, timeout] = row
  return {
    brand,
    model,
    commandCode: code,
    unitId: unit,
    deviceName: device,
    retries: retryCount,
    intervalMs: interval,
    timeoutMs: timeout,
  }
}

function cellsOf(row: ScriptCommandDraft): z.output<typeof cells> {
  const { brand, model, unitId: unit, deviceName: device } = row
  return [brand, model, row.commandCode, unit, device, row.retries, row.intervalMs, row.timeoutMs]
}

export const wireScriptCommand = z.codec(
  z.object({ uid: wireId<ScriptCommandId>(), value: cells, revision: rowRevision, rules: z.int() }),
  z.custom<ScriptCommandRow>(),
  {
    decode: ({ uid, value, revision, rules }) => ({ ...draftOf(value), id: uid, revision, rules }),
    encode: (row) => ({ uid: row.id, value: cellsOf(row), revision: row.revision, rules: row.rules }),
  },
)

const path = `${SCRIPT_PATH}/cmd-collection`
const script = idOf<PollScriptId>()

export const listScriptCommands = defineCall({
  method: 'GET',
  path,
  access: scriptReadAccess,
  summary: 'The commands of a script file: all, or those of one command code.',
  query: z.codec(
    z.object({ 'script-file': wireId<PollScriptId>(), 'cmd-alias': z.optional(commandCode) }),
    z.object({ script, commandCode: z.optional(commandCode) }),
    {
      decode: ({ 'script-file': id, 'cmd-alias': code }) => ({ script: id, commandCode: code }),
      encode: ({ script: id, commandCode: code }) => ({ 'script-file': id, 'cmd-alias': code }),
    },
  ),
  answer: z.array(wireScriptCommand),
})

export const addScriptCommands = defineCall({
  method: 'POST',
  path,
  access: scriptAccess,
  summary: 'Adds commands to a script file. Its cycle must still fit its period.',
  body: z.codec(
    z.object({ 'script-file': wireId<PollScriptId>(), rows: rowsOf(cells) }),
    z.object({ script, rows: rowsOf(draft) }),
    {
      decode: ({ 'script-file': id, rows }) => ({ script: id, rows: rows.map(draftOf) }),
      encode: ({ script: id, rows }) => ({ 'script-file': id, rows: rows.map(cellsOf) }),
    },
  ),
  answer: nothing,
})

export const changeScriptCommands = defineCall({
  method: 'PATCH',
  path,
  access: scriptAccess,
  summary: 'Changes commands; a row that somebody else changed meanwhile is refused and told.',
  body: z.codec(
    z.object({
      collections: rowsOf(z.object({ id: wireId<ScriptCommandId>(), row: cells, ...seenRevision })),
    }),
    rowsOf(change),
    {
      decode: ({ collections }) =>
        collections.map(({ id, row, revision }) => ({ ...draftOf(row), id, revision })),
      encode: (rows) => ({
        collections: rows.map((row) => ({ id: row.id, row: cellsOf(row), revision: row.revision })),
      }),
    },
  ),
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
