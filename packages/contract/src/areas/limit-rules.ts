import type { LimitRuleId, PollScriptId, ScriptCommandId, ScriptFolderId } from '@coldkeep/domain/ids'
import type { PointLimits } from '@coldkeep/domain/polling/poll-script'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { wireId } from '../wire/id'
import { commandCode } from '../wire/instruction'
import { line } from '../wire/line'
import { idOf, rowNamed, rowRevision, rowsOf, seenRevision } from '../wire/row'
import { SCRIPT_PATH, scriptAccess } from '../wire/script'

export type PointLimitsDraft = Omit<PointLimits, 'id'>
export interface PointLimitsRow extends PointLimits {
  readonly revision: number
  readonly command: ScriptCommandId
}

const pointName = line(1, 80)
const unit = line(0, 16)
const limit = z.number().check(z.gte(-1e9), z.lte(1e9))
/** Minutes; 0 raises at once, −1 switches the side off. */
const delay = z.int().check(z.gte(-1), z.lte(1440))

/** Node, unit, low limit, its minutes, high limit, its minutes, minutes without contact. */
const cells = z.tuple([pointName, unit, limit, delay, limit, delay, delay])
const draft = z.object({
  pointName,
  unit,
  lowLimit: limit,
  lowDelayMinutes: delay,
  highLimit: limit,
  highDelayMinutes: delay,
  lostDelayMinutes: delay,
})
const change = z.extend(draft, { id: idOf<LimitRuleId>(), ...seenRevision })

function draftOf(row: z.output<typeof cells>): PointLimitsDraft {
  const [name, unitText, low, lowMinutes, high, highMinutes, lostMinutes] = row
  return {
    pointName: name,
    unit: unitText,
    lowLimit: low,
    lowDelayMinutes: lowMinutes,
    highLimit: high,
    highDelayMinutes: highMinutes,
    lostDelayMinutes: lostMinutes,
  }
}

function cellsOf(row: PointLimitsDraft): z.output<typeof cells> {
  const { pointName: name, unit: unitText, lowLimit, lowDelayMinutes, highLimit, highDelayMinutes } = row
  return [name, unitText, lowLimit, lowDelayMinutes, highLimit, highDelayMinutes, row.lostDelayMinutes]
}

export const wirePointLimits = z.codec(
  z.object({
    uid: wireId<LimitRuleId>(),
    value: cells,
    revision: rowRevision,
    script_cmd: wireId<ScriptCommandId>(),
  }),
  z.custom<PointLimitsRow>(),
  {
    decode: ({ uid, value, revision, script_cmd }) => ({
      ...draftOf(value),
      id: uid,
      revision,
      command: script_cmd,
    }),
    encode: (row) => ({
      uid: row.id,
      value: cellsOf(row),
      revision: row.revision,
      script_cmd: row.command,
    }),
  },
)

const path = `${SCRIPT_PATH}/alarm-rule`
const script = idOf<PollScriptId>()
const command = idOf<ScriptCommandId>()
/** The folder follows from the script file; it is taken where a caller sends it, and not looked at. */
const folder = { project: z.optional(wireId<ScriptFolderId>()) }

export const listPointLimits = defineCall({
  method: 'GET',
  path,
  access: scriptAccess,
  summary: 'The alarm rules of the nodes of a script file: of all its commands, or of those of one code.',
  query: z.codec(
    z.object({ 'script-file': wireId<PollScriptId>(), 'cmd-alias': z.optional(commandCode), ...folder }),
    z.object({ script, commandCode: z.optional(commandCode) }),
    {
      decode: ({ 'script-file': id, 'cmd-alias': code }) => ({ script: id, commandCode: code }),
      encode: ({ script: id, commandCode: code }) => ({ 'script-file': id, 'cmd-alias': code }),
    },
  ),
  answer: z.array(wirePointLimits),
})

const owner = { script_file: wireId<PollScriptId>(), script_cmd: wireId<ScriptCommandId>(), ...folder }

export const addPointLimits = defineCall({
  method: 'POST',
  path,
  access: scriptAccess,
  summary:
    'Adds alarm rules to nodes of a command of a script file. They hold in stores from the next patch on.',
  body: z.codec(
    z.object({ ...owner, rows: rowsOf(cells) }),
    z.object({ script, command, rows: rowsOf(draft) }),
    {
      decode: ({ script_file, script_cmd, rows }) => ({
        script: script_file,
        command: script_cmd,
        rows: rows.map(draftOf),
      }),
      encode: (body) => ({
        script_file: body.script,
        script_cmd: body.command,
        rows: body.rows.map(cellsOf),
      }),
    },
  ),
  answer: nothing,
})

export const changePointLimits = defineCall({
  method: 'PATCH',
  path,
  access: scriptAccess,
  summary: 'Changes alarm rules; a row that somebody else changed meanwhile is refused and told.',
  body: z.codec(
    z.object({
      ...owner,
      rows: rowsOf(z.object({ uid: wireId<LimitRuleId>(), row: cells, ...seenRevision })),
    }),
    z.object({ script, command, rows: rowsOf(change) }),
    {
      decode: ({ script_file, script_cmd, rows }) => ({
        script: script_file,
        command: script_cmd,
        rows: rows.map(({ uid, row, revision }) => ({ ...draftOf(row), id: uid, revision })),
      }),
      encode: (body) => ({
        script_file: body.script,
        script_cmd: body.command,
        rows: body.rows.map((row) => ({ uid: row.id, row: cellsOf(row), revision: row.revision })),
      }),
    },
  ),
  answer: nothing,
})

export const removePointLimits = defineCall({
  method: 'DELETE',
  path,
  access: scriptAccess,
  summary: 'Removes an alarm rule.',
  query: rowNamed<LimitRuleId>('id'),
  answer: nothing,
})
