import * as z from 'zod/mini'
import { PROTOCOL_VERSION } from './envelope'

const connectionName = z.string().check(z.regex(/^[0-9a-f]{4,32}$/))

/** `up/st`, retained. The offline form is also the will; `cn` tells a late will from the present connection. */
export const stateMessage = z.discriminatedUnion('on', [
  z.object({ v: z.literal(PROTOCOL_VERSION), on: z.literal(0), cn: connectionName }),
  z.object({
    v: z.literal(PROTOCOL_VERSION),
    on: z.literal(1),
    cn: connectionName,
    at: z.int(),
    /** Version of the terminal program. */
    prog: z.string().check(z.maxLength(64)),
    /** Version of the box's system image, where it has one. */
    img: z.optional(z.string().check(z.maxLength(64))),
    cfg: z.int(),
    /** Messages waiting in the outbox and the time of the oldest. */
    q: z.object({ n: z.int(), old: z.nullable(z.int()) }),
    /** Seconds since the program started. */
    up: z.int(),
    /** Codes of what troubles the terminal now, as E_DISK. */
    err: z.optional(z.array(z.string().check(z.maxLength(32)))),
    /** Names of the keys whose commands it carries out; left out by one that takes no commands. */
    keys: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(8))),
  }),
])
export type StateMessage = z.output<typeof stateMessage>
export type OnlineMessage = Extract<StateMessage, { on: 1 }>
