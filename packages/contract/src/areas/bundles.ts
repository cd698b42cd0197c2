import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireInstant } from '../wire/instant'
import { wireTerminalId } from '../wire/terminal-id'

/** How far a configuration has come on its way to its terminal. */
export const bundleStates = [
  'queued',
  'sent',
  'fetched',
  'checked',
  'active',
  'refused',
  'expired',
  'rolled_back',
  'replaced',
] as const
export type WireBundleState = (typeof bundleStates)[number]

const terminalParams = z.object({ terminalId: as('terminalid', wireTerminalId) })
const revision = z.codec(z.string().check(z.regex(/^[0-9]{1,9}$/)), z.int().check(z.gte(1)), {
  decode: Number,
  encode: String,
})

export const wireFault = z.object({
  /** Of the field, as in `scripts.0.commands.3.requestHex`. */
  path: z.string(),
  code: z.string(),
  /** In the caller's language. */
  message: z.string(),
})
export type WireFault = z.output<typeof wireFault>

const wireRevision = z.object({
  revision: z.int(),
  state: z.enum(bundleStates),
  sha256: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Why the terminal did not take it. */
  faults: z.array(wireFault),
  createdBy: z.string(),
  createdAt: wireInstant,
  changedAt: wireInstant,
})

export const listConfigurations = defineCall({
  method: 'GET',
  path: '/api/v2/terminals/{terminalid}/configurations',
  access: ['3-2'],
  summary: 'Revisions of the configuration of a terminal, newest first, and which one it says that it runs.',
  params: terminalParams,
  answer: z.object({
    /** `null` where it has never reported one. */
    running: z.nullable(z.int()),
    revisions: z.array(wireRevision),
  }),
})

export const getConfiguration = defineCall({
  method: 'GET',
  path: '/api/v2/terminals/{terminalid}/configurations/{revision}',
  access: ['3-2'],
  summary: 'The document of one revision: ports and scripts.',
  params: z.extend(terminalParams, { revision }),
  answer: z.object({ revision: z.int(), document: z.record(z.string(), z.unknown()) }),
})

/** The largest document has 1.75 MiB without a blank; one that is set out for reading is to be judged, too. */
export const MOST_DOCUMENT_BYTES = 4 * 1024 * 1024

const judged = z.object({
  /** The new revision; `null` where there are faults, or only a check was requested. */
  revision: z.nullable(z.int()),
  /** Everything that is wrong with the document; it is not taken then. */
  faults: z.array(wireFault),
})

export const putConfiguration = defineCall({
  method: 'POST',
  path: '/api/v2/terminals/{terminalid}/configurations',
  access: ['3-2'],
  summary:
    'Makes a document of ports and scripts the desired configuration of a terminal, or only checks what is wrong with it.',
  params: terminalParams,
  maxBodyBytes: MOST_DOCUMENT_BYTES,
  body: z.object({
    document: z.unknown(),
    /** Looks, and changes nothing. */
    isCheck: z.boolean(),
  }),
  answer: judged,
})

export const returnToConfiguration = defineCall({
  method: 'POST',
  path: '/api/v2/terminals/{terminalid}/configurations/{revision}/again',
  access: ['3-2'],
  summary:
    'Makes the content of an earlier revision the desired configuration again, as a new revision, without what it asked devices that are out of use since.',
  params: z.extend(terminalParams, { revision }),
  answer: z.extend(judged, {
    /** Requests of the earlier revision that are left out, in words. */
    leftOut: z.array(z.string()),
  }),
})
