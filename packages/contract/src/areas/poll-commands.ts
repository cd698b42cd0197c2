import type { PollCommandId, StoreId } from '@coldkeep/domain/ids'
import {
  type DecoderId,
  decoderIds,
  type PollCommand,
  type PollCommandDraft,
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
  instructionReadAccess,
  modelName,
} from '../wire/instruction'
import { namedOwner, newOwner, newOwnerId, type Owned, ownedFields } from '../wire/owner'
import { idOf, rowNamed, rowRevision, rowsOf, seenRevision } from '../wire/row'

export const listDeviceModels = defineCall({
  method: 'GET',
  path: '/api/v2/device/brand-model',
  // whoever enters a device chooses one of them
  access: [...instructionReadAccess, '3-2'],
  summary: 'Brands and the models of each, as far as the caller sees them; of a store only those used there.',
  query: z.object({ storeid: z.optional(wireId<StoreId>()) }),
  answer: z.object({
    brands: z.array(z.string()),
    models: z.record(z.string(), z.array(z.string())),
    /** To whom each belongs; several may have one name where they belong to departments beside each other. */
    owned: z.array(z.object({ brand: z.string(), model: z.string(), ...ownedFields })),
  }),
})

export const copyDeviceModel = defineCall({
  method: 'POST',
  path: `${INSTRUCTION_PATH}/model/save-as`,
  access: instructionAccess,
  summary: 'Saves the tables of a model as the draft of a new one, which can be edited.',
  body: z.object({
    brand: modelName,
    model: modelName,
    ...namedOwner,
    new_brand: modelName,
    new_model: modelName,
    ...newOwner,
  }),
  answer: z.object({}),
})

export const listDecoders = defineCall({
  method: 'GET',
  path: `${INSTRUCTION_PATH}/parse-engine`,
  access: instructionReadAccess,
  summary: 'The ways in which a reply becomes the bytes that nodes are cut from.',
  answer: z.array(z.object({ id: z.string(), title: z.string() })),
})

export interface PollCommandRow extends PollCommand, Owned {
  readonly revision: number
  /** How many nodes it has. */
  readonly points: number
}

const decoderId = z.custom<DecoderId>((value) => decoderIds.some((id) => id === value))
const decoderText = z.codec(z.string().check(z.regex(/^[1-4]$/)), decoderId, {
  decode: (text) => Number(text) as DecoderId,
  encode: String,
})
const lengthBytes = z.int().check(z.gte(0), z.lte(256))

/** Brand, model, command code, note, command, bytes of the reply, has the unit id, CRC is added, parse engine. */
const cells = z.tuple([
  modelName,
  modelName,
  commandCode,
  commandNote,
  hexText,
  lengthBytes,
  z.boolean(),
  z.boolean(),
  decoderText,
])
const draft = z.object({
  brand: modelName,
  model: modelName,
  commandCode,
  note: commandNote,
  requestHex: hexText,
  responseLengthBytes: lengthBytes,
  includesUnitId: z.boolean(),
  appendsCrc: z.boolean(),
  decoderId,
})
const change = z.extend(draft, { id: idOf<PollCommandId>(), ...seenRevision })

function draftOf(row: z.output<typeof cells>): PollCommandDraft {
  const [brand, model, code, note, requestHex, length, includesUnitId, appendsCrc, decoder] = row
  return {
    brand,
    model,
    commandCode: code,
    note,
    requestHex,
    responseLengthBytes: length,
    includesUnitId,
    appendsCrc,
    decoderId: decoder,
  }
}

function cellsOf(row: PollCommandDraft): z.output<typeof cells> {
  const { brand, model, note, requestHex, responseLengthBytes, includesUnitId, appendsCrc } = row
  return [
    brand,
    model,
    row.commandCode,
    note,
    requestHex,
    responseLengthBytes,
    includesUnitId,
    appendsCrc,
    row.decoderId,
  ]
}

export const wirePollCommand = z.codec(
  z.object({
    mid: wireId<PollCommandId>(),
    value: cells,
    revision: rowRevision,
    points: z.int(),
    ...ownedFields,
  }),
  z.custom<PollCommandRow>(),
  {
    decode: ({ mid, value, can_edit: canEdit, ...row }) => ({ ...draftOf(value), ...row, id: mid, canEdit }),
    encode: (row) => ({
      mid: row.id,
      value: cellsOf(row),
      revision: row.revision,
      points: row.points,
      owner: row.owner,
      can_edit: row.canEdit,
    }),
  },
)

const path = `${INSTRUCTION_PATH}/poll-mid`

export const listPollCommands = defineCall({
  method: 'GET',
  path,
  access: instructionReadAccess,
  summary: 'The requests that device models answer: of all, of a brand or of one model.',
  query: z.object({ brand: z.optional(modelName), model: z.optional(modelName) }),
  answer: z.array(wirePollCommand),
})

export const addPollCommands = defineCall({
  method: 'POST',
  path,
  access: instructionAccess,
  summary: 'Adds requests. A model that is not known yet is known from then on, to its department and below.',
  body: z.codec(
    z.object({ mids: rowsOf(cells), ...newOwner }),
    z.object({ rows: rowsOf(draft), ...newOwnerId }),
    {
      decode: ({ mids, department }) => ({ rows: mids.map(draftOf), department }),
      encode: ({ rows, department }) => ({ mids: rows.map(cellsOf), department }),
    },
  ),
  answer: nothing,
})

export const changePollCommands = defineCall({
  method: 'PATCH',
  path,
  access: instructionAccess,
  summary: 'Changes requests; a row that somebody else changed meanwhile is refused and told.',
  body: z.codec(
    z.object({ mids: rowsOf(z.object({ mid: wireId<PollCommandId>(), row: cells, ...seenRevision })) }),
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

export const removePollCommand = defineCall({
  method: 'DELETE',
  path,
  access: instructionAccess,
  summary: 'Removes a request with its nodes.',
  query: rowNamed<PollCommandId>('mid'),
  answer: nothing,
})
