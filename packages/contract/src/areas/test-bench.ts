import type { PollCommandId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { hexText, INSTRUCTION_PATH, instructionAccess } from '../wire/instruction'
import { idOf } from '../wire/row'

/** What is the matter with a reply as a whole; `reply`: nothing. */
const replyOutcomes = [
  'reply',
  'timeout',
  'exception',
  'length',
  'crc',
  'address',
  'function',
  'count',
] as const

export const benchUnitId = z.int().check(z.gte(1), z.lte(247))
/** The whole reply with unit id and CRC; empty: no answer came. */
export const repliedHex = z.string().check(z.trim(), z.maxLength(1200))
/** The last two bytes, and what they should be; null where the reply has none. */
export const testedCrc = z.nullable(z.object({ found: z.string(), expected: z.string() }))

export const testReply = defineCall({
  method: 'POST',
  path: `${INSTRUCTION_PATH}/test-bench`,
  access: instructionAccess,
  summary: 'Reads a reply with a request and its nodes as a terminal would, and shows each step.',
  body: z.object({
    command: as('mid', wireId<PollCommandId>()),
    unitId: benchUnitId,
    replyHex: repliedHex,
  }),
  answer: z.object({
    /** The request as it goes out. */
    requestHex: hexText,
    outcome: z.enum(replyOutcomes),
    /** In the caller's language, with the reason of a refusal. */
    message: z.string(),
    length: z.int(),
    /** 0: not checked. */
    expectedLength: z.int(),
    crc: testedCrc,
    nodes: z.array(
      z.object({
        name: z.string(),
        unit: z.string(),
        /** Its position in the reply, from 0; null where its bytes lie outside. */
        offset: z.nullable(z.int()),
        slice: z.string(),
        format: z.string(),
        /** Before multiplier and divisor. */
        raw: z.nullable(z.string()),
        value: z.nullable(z.string()),
        /** Why it has no value, in the caller's language. */
        reason: z.nullable(z.string()),
      }),
    ),
  }),
})

/** A reply that a device gave in a single run. */
const capturedReply = z.object({
  store: z.object({ code: z.string(), name: z.string() }),
  deviceName: z.string(),
  unitId: z.int(),
  /** With unit id and CRC. */
  replyHex: z.string(),
  at: wireInstant,
})

export const listCapturedReplies = defineCall({
  method: 'GET',
  path: `${INSTRUCTION_PATH}/test-bench/captured`,
  access: instructionAccess,
  summary: 'The last replies to a poll command in single runs at stores of the caller, newest first.',
  query: z.codec(z.object({ mid: wireId<PollCommandId>() }), z.object({ command: idOf<PollCommandId>() }), {
    decode: ({ mid }) => ({ command: mid }),
    encode: ({ command }) => ({ mid: command }),
  }),
  answer: z.array(capturedReply),
})
