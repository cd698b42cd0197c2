import { isQuality, type Quality, quality, type Reading } from '@coldkeep/domain/points/reading'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'
import { PROTOCOL_VERSION } from './envelope'

export const MAX_ROWS = 2000
const LONGEST_OFFSET_MS = 86_400_000

const wholeNumber = z.int().check(z.nonnegative())
export const outboxEpoch = z.string().check(z.regex(/^[0-9a-z]{8}$/))

/** Point id, milliseconds after `t`, value, quality (absent: good). */
export type ReadingRow = readonly [
  pointId: number,
  offsetMs: number,
  value: number | null,
  ...quality: number[],
]

// By hand: a shape of its own for each row took about twice as long as unpacking the message.
const rows = z.custom<readonly ReadingRow[]>(
  (value) => Array.isArray(value) && value.length <= MAX_ROWS && value.every(isRow),
)

function isRow(row: unknown): row is ReadingRow {
  if (!Array.isArray(row) || row.length < 3) return false
  const pointId: unknown = row[0]
  const offsetMs: unknown = row[1]
  const value: unknown = row[2]
  if (!isWhole(pointId) || pointId < 0) return false
  if (!isWhole(offsetMs) || Math.abs(offsetMs) > LONGEST_OFFSET_MS) return false
  if (value !== null && !Number.isFinite(value)) return false
  for (let i = 3; i < row.length; i++) if (!isQuality(row[i])) return false
  return true
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

/**
 * One poll cycle of one script (`up/live` and `up/back`). A device's cycle travels in one message; no rows is the
 * heartbeat of a minute without a connection.
 * `e` epoch of the outbox · `s` running number in it · `t` start of the cycle · `cfg` revision that produced it.
 */
export const readingsMessage = z.object({
  v: z.literal(PROTOCOL_VERSION),
  e: outboxEpoch,
  s: wholeNumber,
  t: wholeNumber,
  cfg: wholeNumber,
  r: rows,
})
export type ReadingsMessage = z.output<typeof readingsMessage>

/** A cycle in our own words. */
export interface Cycle {
  readonly epoch: string
  readonly sequence: number
  readonly at: EpochMs
  readonly revision: number
  readonly readings: readonly Reading[]
}

/**
 * A cycle as it came; its rows stay rows, since an object for each of many readings costs more than it is
 * worth.
 */
export interface SentCycle extends Omit<Cycle, 'readings'> {
  readonly rows: readonly ReadingRow[]
}

export function writeReadings(cycle: Cycle): ReadingsMessage {
  return {
    v: PROTOCOL_VERSION,
    e: cycle.epoch,
    s: cycle.sequence,
    t: cycle.at,
    cfg: cycle.revision,
    r: cycle.readings.map((reading) => {
      const offset = reading.at - cycle.at
      return reading.quality === quality.good
        ? [reading.pointId, offset, reading.value]
        : [reading.pointId, offset, reading.value, reading.quality]
    }),
  }
}

export function readReadings({ e, s, t, cfg, r }: ReadingsMessage): SentCycle {
  return { epoch: e, sequence: s, at: epochMs(t), revision: cfg, rows: r }
}

export function qualityOf(row: ReadingRow): Quality {
  const code = row[3]
  return code !== undefined && isQuality(code) ? code : quality.good
}
