import { unpackMessage } from '@coldkeep/contract/mqtt/envelope'
import type { IngestProblem } from '@coldkeep/contract/mqtt/ingest-problem'
import { outboxEpoch } from '@coldkeep/contract/mqtt/readings'
import { days, type EpochMs, minutes } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'

/** By what a terminal recognises one of its messages. */
export interface Receipt {
  readonly epoch: string
  readonly sequence: number
  /** Why the message, or a part of it, is never stored. */
  readonly problem: IngestProblem | null
}

export const FUTURE_MS = minutes(10)

const PAST_MS = days(400)

/** Neither from the future nor from long before it could have been stored. */
export function isBelievable(at: number, receivedAt: EpochMs): boolean {
  return at <= receivedAt + FUTURE_MS && at >= receivedAt - PAST_MS
}

const named = z.object({ e: outboxEpoch, s: z.int().check(z.nonnegative()) })

/** The name of a message that is wrong otherwise, so that the terminal need not send it for ever. */
export function nameOf(bytes: Uint8Array, problem: IngestProblem): Receipt | null {
  const unpacked = unpackMessage(bytes)
  if (!unpacked.ok) return null
  const name = z.safeParse(named, unpacked.value)
  return name.success ? { epoch: name.data.e, sequence: name.data.s, problem } : null
}
