import { isTerminalId, type TerminalId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { PROTOCOL_VERSION } from './envelope'
import { outboxEpoch } from './readings'

/** What a terminal can be ordered to do. */
export const commandOperations = [
  'cfg.apply',
  'run.once',
  'write',
  'log.fetch',
  'cred.rotate',
  'restart',
  'fw.install',
  'screen.open',
  'camera.snapshot',
] as const
export type CommandOperation = (typeof commandOperations)[number]

const commandId = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/))

/** What is inside a signed message of `dn/cmd`. `iat` and `exp` are epoch milliseconds. */
export const fieldCommand = z.object({
  v: z.literal(PROTOCOL_VERSION),
  id: commandId,
  tid: z.custom<TerminalId>((value) => typeof value === 'string' && isTerminalId(value)),
  op: z.enum(commandOperations),
  iat: z.int(),
  exp: z.int(),
  arg: z.record(z.string(), z.unknown()),
})
export type FieldCommand = z.output<typeof fieldCommand>

/** The state of a command, as reported by its terminal. */
export const resultStates = ['accepted', 'progress', 'done', 'failed', 'refused', 'expired'] as const
export type ResultState = (typeof resultStates)[number]

/** `up/res`. Kept in the outbox and acknowledged like readings: `e` epoch, `s` running number. */
export const commandResult = z.object({
  v: z.literal(PROTOCOL_VERSION),
  e: outboxEpoch,
  s: z.int().check(z.nonnegative()),
  id: commandId,
  st: z.enum(resultStates),
  at: z.int(),
  /** Percent. */
  pc: z.optional(z.int().check(z.gte(0), z.lte(100))),
  out: z.optional(z.record(z.string(), z.unknown())),
  err: z.optional(
    z.object({ code: z.string().check(z.maxLength(32)), text: z.string().check(z.maxLength(500)) }),
  ),
})
export type CommandResult = z.output<typeof commandResult>
