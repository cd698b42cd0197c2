import type { WriteCommandId } from '@coldkeep/domain/ids'
import {
  type WriteCommand,
  type WriteCommandDraft,
  writeEffects,
} from '@coldkeep/domain/polling/poll-command'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { wireId } from '../wire/id'
import {
  commandCode,
  commandNote,
  hexText,
  INSTRUCTION_PATH,
  instructionAccess,
  modelName,
} from '../wire/instruction'
import { line } from '../wire/line'
import { newOwner, newOwnerId, type Owned, ownedFields } from '../wire/owner'
import { idOf, rowNamed, rowRevision, rowsOf, seenRevision } from '../wire/row'

export interface WriteCommandRow extends WriteCommand, Owned {
  readonly revision: number
}

const effect = z.enum(writeEffects)
const pointName = line(0, 80)
const figure = z.nullable(z.number().check(z.gte(-1e12), z.lte(1e12)))

/**
 * Brand, model, command code, note, command, reply that proves it, both have the unit id, CRC is added to each; effect,
 * node that shows it, what that shows afterwards, bounds of the value, what is usual.
 */
const cells = z.tuple([
  modelName,
  modelName,
  commandCode,
  commandNote,
  hexText,
  hexText,
  z.boolean(),
  z.boolean(),
  z.boolean(),
  z._default(effect, 'other'),
  z._default(pointName, ''),
  z._default(figure, null),
  z._default(figure, null),
  z._default(figure, null),
  z._default(figure, null),
  z._default(figure, null),
])
export const writeDraft = z.object({
  brand: modelName,
  model: modelName,
  commandCode,
  note: commandNote,
  requestHex: hexText,
  expectedReplyHex: hexText,
  includesUnitId: z.boolean(),
  appendsCrc: z.boolean(),
  replyHasCrc: z.boolean(),
  effect,
  pointName,
  setsTo: figure,
  lowest: figure,
  highest: figure,
  usualLow: figure,
  usualHigh: figure,
})
const change = z.extend(writeDraft, { id: idOf<WriteCommandId>(), ...seenRevision })

/** How many cells the interface names; those behind them are ours. */
const TEXT_CELLS = 9
type Target = [
  WriteCommandDraft['effect'],
  string,
  number | null,
  number | null,
  number | null,
  number | null,
  number | null,
]

function draftOf(row: z.output<typeof cells>): WriteCommandDraft {
  const [brand, model, code, note, requestHex, expectedReplyHex, includesUnitId, appendsCrc, replyHasCrc] =
    row
  const [effect, pointName, setsTo, lowest, highest, usualLow, usualHigh] = row.slice(TEXT_CELLS) as Target
  return {
    brand,
    model,
    commandCode: code,
    note,
    requestHex,
    expectedReplyHex,
    includesUnitId,
    appendsCrc,
    replyHasCrc,
    effect,
    pointName,
    setsTo,
    lowest,
    highest,
    usualLow,
    usualHigh,
  }
}

function cellsOf(row: WriteCommandDraft): z.output<typeof cells> {
  const { brand, model, note, requestHex, expectedReplyHex, includesUnitId, appendsCrc, replyHasCrc } = row
  return [
    brand,
    model,
    row.commandCode,
    note,
    requestHex,
    expectedReplyHex,
    includesUnitId,
    appendsCrc,
    replyHasCrc,
    row.effect,
    row.pointName,
    row.setsTo,
    row.lowest,
    row.highest,
    row.usualLow,
    row.usualHigh,
  ]
}

/** A row that need not have been kept yet, as its cells. */
export const wireWriteDraft = z.codec(cells, writeDraft, { decode: draftOf, encode: cellsOf })

export const wireWriteCommand = z.codec(
  z.object({ mid: wireId<WriteCommandId>(), value: cells, revision: rowRevision, ...ownedFields }),
  z.custom<WriteCommandRow>(),
  {
    decode: ({ mid, value, can_edit: canEdit, ...row }) => ({ ...draftOf(value), ...row, id: mid, canEdit }),
    encode: (row) => ({
      mid: row.id,
      value: cellsOf(row),
      revision: row.revision,
      owner: row.owner,
      can_edit: row.canEdit,
    }),
  },
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
  body: z.codec(
    z.object({ mids: rowsOf(cells), ...newOwner }),
    z.object({ rows: rowsOf(writeDraft), ...newOwnerId }),
    {
      decode: ({ mids, department }) => ({ rows: mids.map(draftOf), department }),
      encode: ({ rows, department }) => ({ mids: rows.map(cellsOf), department }),
    },
  ),
  answer: nothing,
})

export const changeWriteCommands = defineCall({
  method: 'PATCH',
  path,
  access: instructionAccess,
  summary: 'Changes writes; a row that somebody else changed meanwhile is refused and told.',
  body: z.codec(
    z.object({ mids: rowsOf(z.object({ mid: wireId<WriteCommandId>(), row: cells, ...seenRevision })) }),
    rowsOf(change),
    {
      decode: ({ mids }) => mids.map(({ mid, row, revision }) => ({ ...draftOf(row), id: mid, revision })),
      encode: (rows) => ({
        mids: rows.map((row) => ({ mid: row.id, row: cellsOf(row), revision: row.revision })),
      }),
    },
  ),
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
