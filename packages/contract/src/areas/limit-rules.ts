import type { LimitRuleId, PollScriptId, ScriptCommandId, ScriptFolderId } from '@coldkeep/domain/ids'
import type { PointLimits } from '@coldkeep/domain/polling/poll-script'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { commandCode } from '../wire/instruction'
import { line } from '../wire/line'
import { idOf, rowNamed, rowRevision, rowsOf, seenRevision } from '../wire/row'
import { rowCodec } from '../wire/row-codec'
import { SCRIPT_PATH, scriptAccess } from '../wire/script'

export type PointLimitsDraft = Omit<PointLimits, 'id'>
export interface PointLimitsRow extends PointLimits {
  readonly revision: number
  readonly command: ScriptCommandId
}

const limit = z.number().check(z.gte(-1e9), z.lte(1e9))
/** Minutes; 0 raises at once, −1 switches the side off. */
const delay = z.int().check(z.gte(-1), z.lte(1440))

export const limitRow = rowCodec<PointLimitsDraft>()([
  ['pointName', line(1, 80)],
  ['unit', line(0, 16)],
  ['lowLimit', limit],
  ['lowDelayMinutes', delay],
  ['highLimit', limit],
  ['highDelayMinutes', delay],
  ['lostDelayMinutes', delay],
])
const changed = z.codec(
  z.object({ id: as('uid', wireId<LimitRuleId>()), row: limitRow.codec, ...seenRevision }),
  z.extend(limitRow.draft, { id: idOf<LimitRuleId>(), ...seenRevision }),
  { decode: ({ row, ...named }) => ({ ...row, ...named }), encode: (change) => ({ ...change, row: change }) },
)

export const wirePointLimits = z.codec(
  z.object({
    id: as('uid', wireId<LimitRuleId>()),
    value: limitRow.codec,
    revision: rowRevision,
    command: as('script_cmd', wireId<ScriptCommandId>()),
  }),
  z.custom<PointLimitsRow>(),
  { decode: ({ value, ...row }) => ({ ...value, ...row }), encode: (row) => ({ ...row, value: row }) },
)

/** The code of the whole table of rules: callers may name it in place of a command of the script file. */
export const RULE_TABLE_CODE = 154

const path = `${SCRIPT_PATH}/alarm-rule`
const script = idOf<PollScriptId>()
const command = idOf<ScriptCommandId>()
/** The folder follows from the script file; it is taken where a caller sends it, and not looked at. */
const folder = { project: z.optional(wireId<ScriptFolderId>()) }

export const listPointLimits = defineCall({
  method: 'GET',
  path,
  access: scriptAccess,
  summary:
    'The alarm rules of the nodes of a script file: of all its commands (as under 154, the code of the whole table), or of those of one code.',
  query: z.codec(
    z.object({
      script: as('script-file', wireId<PollScriptId>()),
      commandCode: as('cmd-alias', z.optional(commandCode)),
      ...folder,
    }),
    z.object({ script, commandCode: z.optional(commandCode) }),
    {
      decode: ({ commandCode, ...query }) =>
        commandCode === String(RULE_TABLE_CODE) ? query : { ...query, commandCode },
      encode: (query) => query,
    },
  ),
  answer: z.array(wirePointLimits),
})

const owner = {
  script: as('script_file', wireId<PollScriptId>()),
  command: as('script_cmd', wireId<ScriptCommandId>()),
  ...folder,
}

export const addPointLimits = defineCall({
  method: 'POST',
  path,
  access: scriptAccess,
  summary:
    'Adds alarm rules to nodes of a command of a script file; under 154, of whichever command has the node. They hold in stores from the next patch on.',
  body: z.codec(
    z.object({ ...owner, rows: rowsOf(limitRow.codec) }),
    z.object({ script, command, rows: rowsOf(limitRow.draft) }),
    { decode: (body) => body, encode: (body) => body },
  ),
  answer: nothing,
})

export const changePointLimits = defineCall({
  method: 'PATCH',
  path,
  access: scriptAccess,
  summary: 'Changes alarm rules; a row that someone else changed in the meantime is refused and reported.',
  body: z.codec(
    z.object({ ...owner, rows: rowsOf(changed) }),
    z.object({ script, command, rows: rowsOf(changed.def.out) }),
    { decode: (body) => body, encode: (body) => body },
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
