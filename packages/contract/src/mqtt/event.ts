import * as z from 'zod/mini'
import { PROTOCOL_VERSION } from './envelope'
import { outboxEpoch } from './readings'

/**
 * What a terminal reports beside readings: `start` and `stop` of its program, `gap` where the outbox had to give up
 * readings (thinned or dropped), `clock` set by more than a moment, `disk` trouble begun or over, `device` given up or
 * back, `write` made at the box itself.
 */
export const eventKinds = ['start', 'stop', 'gap', 'clock', 'disk', 'device', 'write'] as const
export type EventKind = (typeof eventKinds)[number]

/** `up/evt`. Kept in the outbox and acknowledged like readings: `e` epoch, `s` running number, `at` epoch ms. */
export const terminalEvent = z.object({
  v: z.literal(PROTOCOL_VERSION),
  e: outboxEpoch,
  s: z.int().check(z.nonnegative()),
  at: z.int(),
  kind: z.enum(eventKinds),
  detail: z.record(
    z.string().check(z.maxLength(32)),
    z.union([z.string(), z.number(), z.boolean(), z.null()]),
  ),
})
export type TerminalEvent = z.output<typeof terminalEvent>
