import type { WriteCommandId } from '@coldkeep/domain/ids'
import { byteMatches, packetParts } from '@coldkeep/domain/polling/examine-write'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { wireId } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { INSTRUCTION_PATH, instructionAccess } from '../wire/instruction'
import { idOf } from '../wire/row'
import { benchUnitId, repliedHex, testedCrc } from './test-bench'
import { shownWriteRow } from './write-commands'

/** What became of a write; from `length` on the reply is another one than expected, `bytes`: a whole one. */
const writeOutcomes = [
  'success',
  'timeout',
  'refused',
  'length',
  'crc',
  'address',
  'function',
  'count',
  'bytes',
] as const

const path = `${INSTRUCTION_PATH}/test-bench/write`

const benchValue = z.number().check(z.gte(-1e12), z.lte(1e12))

export const testWrite = defineCall({
  method: 'POST',
  path,
  access: instructionAccess,
  summary: 'Judges the reply to a write as a terminal would, byte by byte. Nothing is kept, nothing is sent.',
  body: z.codec(
    z.object({
      /** As in the table, or as in a form that is not saved yet. */
      row: shownWriteRow.codec,
      unitId: benchUnitId,
      /** As the node of the row is read; null where its texts hold no `VV`. */
      value: z._default(z.nullable(benchValue), null),
      replyHex: repliedHex,
    }),
    z.object({
      draft: shownWriteRow.draft,
      unitId: benchUnitId,
      value: z.nullable(benchValue),
      replyHex: repliedHex,
    }),
    {
      decode: ({ row, unitId, value, replyHex }) => ({
        draft: row,
        unitId,
        value,
        replyHex,
      }),
      encode: ({ draft, unitId, value, replyHex }) => ({
        row: draft,
        unitId,
        value,
        replyHex,
      }),
    },
  ),
  answer: z.object({
    /** As it goes out, with id and CRC. */
    requestHex: z.string(),
    /** The success packet after CRC; `XX` is any byte. */
    expectedHex: z.string(),
    outcome: z.enum(writeOutcomes),
    /** In the caller's language, with the reason of a refusal. */
    message: z.string(),
    length: z.int(),
    expectedLength: z.int(),
    crc: testedCrc,
    /** The packet and the reply side by side. */
    bytes: z.array(
      z.object({
        /** Null behind the end of the packet. */
        part: z.nullable(z.enum(packetParts)),
        /** `XX` where it may be anything; null behind the end. */
        expected: z.nullable(z.string()),
        found: z.nullable(z.string()),
        match: z.enum(byteMatches),
      }),
    ),
  }),
})

export const listCapturedWrites = defineCall({
  method: 'GET',
  path: `${path}/captured`,
  access: instructionAccess,
  summary:
    'The last replies that devices in stores of the caller gave to a write of the instruction tables, newest first.',
  query: z.codec(z.object({ mid: wireId<WriteCommandId>() }), z.object({ command: idOf<WriteCommandId>() }), {
    decode: ({ mid }) => ({ command: mid }),
    encode: ({ command }) => ({ mid: command }),
  }),
  answer: z.array(
    z.object({
      store: z.object({ code: z.string(), name: z.string() }),
      deviceName: z.string(),
      unitId: z.int(),
      value: z.nullable(z.number()),
      /** With unit id and CRC. */
      replyHex: z.string(),
      at: wireInstant,
    }),
  ),
})
