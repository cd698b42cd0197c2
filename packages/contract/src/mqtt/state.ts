import { consentModes } from '@coldkeep/domain/screens/consent'
import * as z from 'zod/mini'
import { storableText } from '../wire/storable-text'
import { cameraId, cameraName, MOST_CAMERAS } from './camera-settings'
import { PROTOCOL_VERSION } from './envelope'
import { timeNonce } from './time'

/** What the columns hold that keep it. */
const MOST = 2_147_483_647
const LAST_INSTANT_MS = Date.UTC(9999, 11, 31)

/** What a simulated terminal reports as its program: it sends readings, and of orders carries out installations alone. */
export const SIMULATOR_PROGRAM = 'simulator'

/** Of one start of the program: another one each time. */
export const bootName = z.string().check(z.regex(/^[0-9a-f]{16}$/))

const connectionName = z.string().check(z.regex(/^[0-9a-f]{4,32}$/))
const count = z.int().check(z.gte(0), z.lte(MOST))
/** By the clock of the box, which may be at its first day. */
const instantMs = z.int().check(z.gte(0), z.lte(LAST_INSTANT_MS))

/**
 * `up/st`, retained. The offline form is also the will; `cn` tells a late will from the current connection.
 */
export const stateMessage = z.discriminatedUnion('on', [
  z.object({ v: z.literal(PROTOCOL_VERSION), on: z.literal(0), cn: connectionName }),
  z.object({
    v: z.literal(PROTOCOL_VERSION),
    on: z.literal(1),
    cn: connectionName,
    at: instantMs,
    /** Version of the terminal program. */
    prog: storableText(64),
    /** Version of the box's system image, where it has one. */
    img: z.optional(storableText(64)),
    /** What it can be updated with, as `terminal-linux-x64`; left out where it cannot. Its version is `img`, else `prog`. */
    type: z.optional(storableText(40)),
    boot: z.optional(bootName),
    cfg: count,
    /** Messages waiting in the outbox and the time of the oldest. */
    q: z.object({ n: count, old: z.nullable(instantMs) }),
    /** Seconds since the program started. */
    up: count,
    /** Codes of what troubles the terminal now, as E_DISK. */
    err: z.optional(z.array(storableText(32)).check(z.maxLength(32))),
    /** Names of the keys whose commands it carries out; left out by one that takes no commands. */
    keys: z.optional(z.array(storableText(32)).check(z.maxLength(8))),
    /** Requests the server's time; left out by one that takes no commands. */
    ask: z.optional(timeNonce),
    /** When the store lets others onto its screen; left out where none is set up. */
    scr: z.optional(z.enum(consentModes)),
    /** Its cameras; left out where it has none. */
    cams: z.optional(z.array(z.object({ id: cameraId, name: cameraName })).check(z.maxLength(MOST_CAMERAS))),
  }),
])
export type StateMessage = z.output<typeof stateMessage>
export type OnlineMessage = Extract<StateMessage, { on: 1 }>
