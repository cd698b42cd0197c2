import type { PollCommandId, StoreId } from '@coldkeep/domain/ids'
import {
  type DecoderId,
  decoderIds,
  type PollCommand,
  type PollCommandDraft,
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
  instructionReadAccess,
  modelName,
  neededNote,
} from '../wire/instruction'
import { namedOwner, newOwner, type Owned, ownedFields } from '../wire/owner'
import { idOf, rowNamed, rowRevision, rowsOf, seenRevision } from '../wire/row'
import { rowCodec } from '../wire/row-codec'

export const listDeviceModels = defineCall({
  method: 'GET',
  path: '/api/v2/device/brand-model',
  // needed by all who enter devices, to choose a model
  access: [...instructionReadAccess, '3-2'],
  summary: 'Brands and the models of each, as far as the caller sees them; of a store only those used there.',
  query: z.object({ storeId: as('storeid', z.optional(wireId<StoreId>())) }),
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
    newBrand: modelName,
    newModel: modelName,
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

/** Rows that came with the product may have no note. */
const rowWith = (note: typeof commandNote) =>
  rowCodec<PollCommandDraft>()([
    ['brand', modelName],
    ['model', modelName],
    ['commandCode', commandCode],
    ['note', note],
    ['requestHex', hexText],
    ['responseLengthBytes', z.int().check(z.gte(0), z.lte(256))],
    ['includesUnitId', z.boolean()],
    ['appendsCrc', z.boolean()],
    ['decoderId', decoderText],
  ])
export const pollCommandRow = rowWith(neededNote)
const shownRow = rowWith(commandNote)
const changed = z.codec(
  z.object({ id: as('mid', wireId<PollCommandId>()), row: pollCommandRow.codec, ...seenRevision }),
  z.extend(pollCommandRow.draft, { id: idOf<PollCommandId>(), ...seenRevision }),
  { decode: ({ row, ...named }) => ({ ...row, ...named }), encode: (change) => ({ ...change, row: change }) },
)

export const wirePollCommand = z.codec(
  z.object({
    id: as('mid', wireId<PollCommandId>()),
    value: shownRow.codec,
    revision: rowRevision,
    points: z.int(),
    ...ownedFields,
  }),
  z.custom<PollCommandRow>(),
  { decode: ({ value, ...row }) => ({ ...value, ...row }), encode: (row) => ({ ...row, value: row }) },
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
  body: z.object({ rows: as('mids', rowsOf(pollCommandRow.codec)), ...newOwner }),
  answer: nothing,
})

export const changePollCommands = defineCall({
  method: 'PATCH',
  path,
  access: instructionAccess,
  summary: 'Changes requests; a row that someone else changed in the meantime is refused and reported.',
  body: z.codec(z.object({ rows: as('mids', rowsOf(changed)) }), rowsOf(changed.def.out), {
    decode: ({ rows }) => rows,
    encode: (rows) => ({ rows }),
  }),
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
