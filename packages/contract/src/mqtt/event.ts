import * as z from 'zod/mini'
import { PROTOCOL_VERSION } from './envelope'
import { eventKinds } from './event-kind'
import { outboxEpoch } from './readings'

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
