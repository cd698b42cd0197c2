import type { WriteCommandId } from '@coldkeep/domain/ids'
import { parameterGroups } from '@coldkeep/domain/parameters/parameter'
import {
  type WriteCommand,
  type WriteCommandDraft,
  writeEffects,
} from '@coldkeep/domain/polling/poll-command'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import {
  commandCode,
  commandNote,
  hexText,
  INSTRUCTION_PATH,
  instructionAccess,
  modelName,
  neededNote,
} from '../wire/instruction'
import { line } from '../wire/line'
import { newOwner, type Owned, ownedFields } from '../wire/owner'
import { idOf, rowNamed, rowRevision, rowsOf, seenRevision } from '../wire/row'
import { rowCodec } from '../wire/row-codec'

export interface WriteCommandRow extends WriteCommand, Owned {
  readonly revision: number
}

/** How often, at most, in a time. */
const most = z._default(z.nullable(z.int().check(z.gte(1), z.lte(1_000_000))), null)
const figure = z._default(z.nullable(z.number().check(z.gte(-1e12), z.lte(1e12))), null)

/** Rows that came with the product may have no note. */
const rowWith = (note: typeof commandNote) =>
  rowCodec<WriteCommandDraft>()([
    ['brand', modelName],
    ['model', modelName],
    ['commandCode', commandCode],
    ['note', note],
    ['requestHex', hexText],
    ['expectedReplyHex', hexText],
    ['includesUnitId', z.boolean()],
    ['appendsCrc', z.boolean()],
    ['replyHasCrc', z.boolean()],
    // the interface names the cells up to here; those behind are ours
    ['effect', z._default(z.enum(writeEffects), 'other')],
    ['pointName', z._default(line(0, 80), '')],
    ['setsTo', figure],
    ['lowest', figure],
    ['highest', figure],
    ['usualLow', figure],
    ['usualHigh', figure],
    ['group', z._default(z.enum(parameterGroups), 'other')],
    ['factoryValue', figure],
    ['applyOrder', z._default(z.int().check(z.gte(0), z.lte(999)), 0)],
    ['isVolatile', z._default(z.boolean(), false)],
    ['mostPerDay', most],
    ['mostPerYear', most],
  ])
export const writeCommandRow = rowWith(neededNote)
export const shownWriteRow = rowWith(commandNote)
const changed = z.codec(
  z.object({ id: as('mid', wireId<WriteCommandId>()), row: writeCommandRow.codec, ...seenRevision }),
  z.extend(writeCommandRow.draft, { id: idOf<WriteCommandId>(), ...seenRevision }),
  { decode: ({ row, ...named }) => ({ ...row, ...named }), encode: (change) => ({ ...change, row: change }) },
)

export const wireWriteCommand = z.codec(
  z.object({
    id: as('mid', wireId<WriteCommandId>()),
    value: shownWriteRow.codec,
    revision: rowRevision,
    ...ownedFields,
  }),
  z.custom<WriteCommandRow>(),
  { decode: ({ value, ...row }) => ({ ...value, ...row }), encode: (row) => ({ ...row, value: row }) },
)

const path = `${INSTRUCTION_PATH}/write-mid`

export const listWriteCommands = defineCall({
  method: 'GET',
  path,
  access: instructionAccess,
  summary: 'The writes that device models carry out, with the reply that proves each.',
  query: z.object({ brand: z.optional(modelName), model: z.optional(modelName) }),
  answer: z.array(wireWriteCommand),
})

export const addWriteCommands = defineCall({
  method: 'POST',
  path,
  access: instructionAccess,
  summary: 'Adds writes. A model that is not known yet is known from then on, to its department and below.',
  body: z.object({ rows: as('mids', rowsOf(writeCommandRow.codec)), ...newOwner }),
  answer: nothing,
})

export const changeWriteCommands = defineCall({
  method: 'PATCH',
  path,
  access: instructionAccess,
  summary: 'Changes writes; a row that someone else changed in the meantime is refused and reported.',
  body: z.codec(z.object({ rows: as('mids', rowsOf(changed)) }), rowsOf(changed.def.out), {
    decode: ({ rows }) => rows,
    encode: (rows) => ({ rows }),
  }),
  answer: nothing,
})

export const removeWriteCommand = defineCall({
  method: 'DELETE',
  path,
  access: instructionAccess,
  summary: 'Removes a write.',
  query: rowNamed<WriteCommandId>('mid'),
  answer: nothing,
})
