import { consentRules } from '@coldkeep/domain/screens/consent'
import * as z from 'zod/mini'

/** `control`: pointer and keys of who watches reach the store; `view`: nothing does. */
export const screenModes = ['control', 'view'] as const
export type ScreenMode = (typeof screenModes)[number]

/** Names a session: the gateway that holds it, then what nobody can guess. */
export const screenSessionId = z.string().check(z.regex(/^[a-z0-9]{1,12}-[0-9a-f]{32}$/))

/** Of a token that opens a tunnel, once: 192 bits. */
const tunnelToken = z.string().check(z.regex(/^[0-9a-f]{48}$/))

/** Where terminals dial the gateway, with a WebSocket (RFC 6455). */
export const SCREEN_TUNNEL_PATH = '/field/v1/screens/'
/** The header that carries the token: addresses are logged on the way. */
export const TUNNEL_TOKEN_HEADER = 'coldkeep-tunnel-token'
/** What a message of the tunnel holds at most, in bytes. */
export const MOST_TUNNEL_MESSAGE_BYTES = 256 * 1024

/** What `screen.open` carries. */
export const screenOrder = z.strictObject({
  token: tunnelToken,
  url: z.string().check(z.regex(/^\/field\/v1\/screens\/[a-z0-9]{1,12}-[0-9a-f]{32}$/)),
  mode: z.enum(screenModes),
  /** What the organisation adds to what the store has settled. */
  rule: z.enum(consentRules),
  /** Who it is, as the store reads it. */
  by: z.string().check(z.minLength(1), z.maxLength(120)),
  /** A session ends by then at the latest. */
  mostMinutes: z.int().check(z.gte(1), z.lte(240)),
})
export type ScreenOrder = z.output<typeof screenOrder>

/** Codes with which a terminal ends a tunnel (RFC 6455, 7.4.2: for applications). */
export const tunnelEnds = {
  /** Somebody in the store ended it. */
  stopped: 4001,
  /** The VNC server of the store ended it. */
  screen_gone: 4002,
  /** Its longest time is over. */
  too_long: 4003,
  /** What came through it is not what the protocol allows. */
  malformed: 4004,
  /** The program of the terminal ends. */
  terminal_ends: 4005,
} as const
export type TunnelEnd = keyof typeof tunnelEnds

/** What is said through a tunnel beside the screen, as text; what comes as bytes is of the screen. */
export const tunnelNote = z.discriminatedUnion('kind', [
  /** To the store: keep its own keyboard and pointer away, or give them back. */
  z.strictObject({ kind: z.literal('lock'), isLocked: z.boolean() }),
  /** From the store: whether they are kept away now. */
  z.strictObject({ kind: z.literal('locked'), isLocked: z.boolean() }),
])
export type TunnelNote = z.output<typeof tunnelNote>
