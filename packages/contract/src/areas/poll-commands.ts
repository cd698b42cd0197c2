import type { PollCommandId } from '@coldkeep/domain/ids'
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
import { idOf, rowNamed, rowRevision, rowsOf, seenRevision } from '../wire/row'

export const listDeviceModels = defineCall({
  method: 'GET',
  path: '/api/v2/device/brand-model',
  // whoever enters a device chooses one of them
  access: [...instructionReadAccess, '3-2'],
  summary: 'Brands and the models of each.',
  answer: z.object({ brands: z.array(z.string()), models: z.record(z.string(), z.array(z.string())) }),
})

export const listDecoders = defineCall({
  method: 'GET',
  path: `${INSTRUCTION_PATH}/parse-engine`,
  access: instructionReadAccess,
  summary: 'The ways in which a reply becomes the bytes that nodes are cut from.',
  answer: z.array(z.object({ id: z.string(), title: z.string() })),
})

export interface PollCommandRow extends PollCommand {
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
  z.object({ mid: wireId<PollCommandId>(), value: cells, revision: rowRevision, points: z.int() }),
  z.custom<PollCommandRow>(),
  {
    decode: ({ mid, value, revision, points }) => ({ ...draftOf(value), id: mid, revision, points }),
    encode: (row) => ({ mid: row.id, value: cellsOf(row), revision: row.revision, points: row.points }),
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
  summary: 'Adds requests. A model that is not known yet is known from then on.',
  body: z.codec(z.object({ mids: rowsOf(cells) }), rowsOf(draft), {
    decode: ({ mids }) => mids.map(draftOf),
    encode: (rows) => ({ mids: rows.map(cellsOf) }),
  }),
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
