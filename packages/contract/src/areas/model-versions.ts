import type { ModelPublicationId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { wireId } from '../wire/id'
import { wireInstant } from '../wire/instant'
import {
  commandNote,
  INSTRUCTION_PATH,
  instructionAccess,
  instructionReadAccess,
  modelName,
} from '../wire/instruction'
import { line } from '../wire/line'
import { namedOwner, ownedFields } from '../wire/owner'

const path = `${INSTRUCTION_PATH}/model-version`
const named = { brand: modelName, model: modelName, ...namedOwner }

const finding = z.object({
  /** Command code; null where it speaks of the whole model. */
  command: z.nullable(z.string()),
  /** Node name; null where it speaks of the command. */
  node: z.nullable(z.string()),
  code: z.string(),
  /** In the caller's language. */
  message: z.string(),
  /** False: it may be intended, and does not keep the model from being published. */
  isError: z.boolean(),
})
export type WireModelFinding = z.output<typeof finding>

const change = z.object({
  table: z.enum(['command', 'point', 'write']),
  command: z.string(),
  node: z.nullable(z.string()),
  what: z.enum(['added', 'removed', 'changed']),
  fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
})
export type WireModelChange = z.output<typeof change>

/** A version that changes what writes do and waits for a second person. */
const publication = z.object({
  id: wireId<ModelPublicationId>(),
  note: z.string(),
  requestedBy: z.string(),
  requestedAt: wireInstant,
  approveUntil: wireInstant,
  /** Command codes of the writes that would do something else, or be judged otherwise, field by field. */
  writes: z.array(
    z.object({
      command: z.string(),
      what: z.enum(['added', 'changed']),
      fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  /** Departments whose stores have devices of the model, and how many. */
  reach: z.array(z.object({ department: z.string(), devices: z.int() })),
  /** The caller is a second person who may approve or reject it. */
  canDecide: z.boolean(),
  /** The caller requested it. */
  canWithdraw: z.boolean(),
})
export type WireModelPublication = z.output<typeof publication>

export const listModelVersions = defineCall({
  method: 'GET',
  path,
  access: instructionReadAccess,
  summary: 'What was published of a model, what is different in the draft, and what is wrong with it.',
  query: z.object(named),
  answer: z.object({
    /** Where its registers come from. */
    source: z.string(),
    note: z.string(),
    ...ownedFields,
    versions: z.array(
      z.object({
        version: z.int(),
        note: z.string(),
        publishedBy: z.string(),
        publishedAt: wireInstant,
        /**
         * Commands that scripts use and this version lacks: it cannot be restored before the scripts are
         * changed.
         */
        lacks: z.array(z.object({ command: z.string(), scripts: z.array(z.string()) })),
      }),
    ),
    /** `null` where none waits. */
    waiting: z.nullable(publication),
    /** False: only its author has looked at what the newest version writes, so that every write takes a second person. */
    hasReviewedWrites: z.boolean(),
    /** Of the draft against the newest version; all of it where nothing was published. */
    changes: z.array(change),
    findings: z.array(finding),
  }),
})

export const publishModel = defineCall({
  method: 'POST',
  path,
  access: instructionAccess,
  summary:
    'Makes the draft of a model its next version, at once or, where it changes writes, once a second person approves.',
  body: z.object({
    ...named,
    note: commandNote,
    /**
     * The newest version when the draft was read, 0 for none: what someone else has published since is not
     * overwritten unseen.
     */
    seen: z.int().check(z.gte(0)),
  }),
  /** `null`: it waits for a second person. */
  answer: z.object({ version: z.nullable(z.int()) }),
})

export const decideModelPublication = defineCall({
  method: 'POST',
  path: `${path}/decision`,
  access: instructionAccess,
  summary:
    'Approves or rejects a version that waits, as a person other than the one who requested it; never with an API key.',
  body: z.discriminatedUnion('approves', [
    z.object({ ...named, publication: wireId<ModelPublicationId>(), approves: z.literal(true) }),
    z.object({
      ...named,
      publication: wireId<ModelPublicationId>(),
      approves: z.literal(false),
      reason: line(1, 300),
    }),
  ]),
  /** `null`: it was rejected. */
  answer: z.object({ version: z.nullable(z.int()) }),
})

export const withdrawModelPublication = defineCall({
  method: 'POST',
  path: `${path}/withdraw`,
  access: instructionAccess,
  summary: 'Withdraws a version that waits, as the account that requested it.',
  body: z.object({ ...named, publication: wireId<ModelPublicationId>() }),
  answer: z.object({}),
})

export const compareModelVersions = defineCall({
  method: 'GET',
  path: `${path}/compare`,
  access: instructionReadAccess,
  cost: 'heavy',
  summary: 'What is different between two versions of a model.',
  query: z.object({
    ...named,
    from: z.codec(z.string().check(z.regex(/^\d{1,6}$/)), z.int(), { decode: Number, encode: String }),
    to: z.codec(z.string().check(z.regex(/^\d{1,6}$/)), z.int(), { decode: Number, encode: String }),
  }),
  answer: z.object({ changes: z.array(change) }),
})

export const returnToModelVersion = defineCall({
  method: 'POST',
  path: `${path}/return`,
  access: instructionAccess,
  summary: 'Puts the tables of a version in the place of the draft.',
  body: z.object({ ...named, version: z.int().check(z.gte(1)) }),
  answer: z.object({}),
})
