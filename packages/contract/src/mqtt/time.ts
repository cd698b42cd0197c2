import { isTerminalId, type TerminalId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { PROTOCOL_VERSION } from './envelope'

/** 128 random bits in hexadecimal, made for each request. */
export const timeNonce = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/**
 * Inside a signed message of `dn/time`: the server's time in epoch milliseconds, for the terminal that sent
 * this nonce in `up/st`. By it alone a terminal judges whether the time of an order is over.
 */
export const timeAnswer = z.object({
  v: z.literal(PROTOCOL_VERSION),
  op: z.literal('time.tell'),
  tid: z.custom<TerminalId>((value) => typeof value === 'string' && isTerminalId(value)),
  nonce: timeNonce,
  now: z.int(),
})
export type TimeAnswer = z.output<typeof timeAnswer>
