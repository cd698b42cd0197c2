import * as z from 'zod/mini'
import { PROTOCOL_VERSION } from './envelope'
import { ingestProblems } from './ingest-problem'
import { outboxEpoch } from './readings'

/**
 * `dn/ack`: what is stored, sent after the commit. Only this lets a terminal forget a message.
 * `s` ranges of running numbers, both ends included · `bad` numbers that cannot be stored, with the reason ·
 * `now` the server's time, unsigned: it marks readings and judges no order · `g` messages of backlog that may be outstanding · `gx` for how many seconds.
 */
export const acknowledgement = z.object({
  v: z.literal(PROTOCOL_VERSION),
  e: outboxEpoch,
  s: z.array(z.tuple([z.int(), z.int()])),
  bad: z.optional(z.array(z.tuple([z.int(), z.enum(ingestProblems)]))),
  now: z.int(),
  g: z.int().check(z.gte(0), z.lte(8)),
  gx: z.int().check(z.nonnegative()),
})
export type Acknowledgement = z.output<typeof acknowledgement>

/** Joins running numbers to ranges: 3, 4, 5, 9 → [3, 5], [9, 9]. Repeats are harmless. */
export function toRanges(sequences: readonly number[]): [number, number][] {
  const ranges: [number, number][] = []
  for (const sequence of [...sequences].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && sequence <= last[1] + 1) last[1] = Math.max(last[1], sequence)
    else ranges.push([sequence, sequence])
  }
  return ranges
}
