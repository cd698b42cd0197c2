import * as z from 'zod/mini'
import { PROTOCOL_VERSION } from './envelope'

/** Retained word to all terminals: seconds over which reconnects spread, and whether the backlog must wait. */
export const notice = z.object({
  v: z.literal(PROTOCOL_VERSION),
  spread: z.int().check(z.gte(0), z.lte(3600)),
  hold: z.int().check(z.gte(0), z.lte(1)),
  min: z.optional(z.string()),
})
export type Notice = z.output<typeof notice>
