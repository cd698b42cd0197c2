import type { PointId } from '@coldkeep/domain/ids'
import { isQuality, type Quality, quality, type Reading } from '@coldkeep/domain/points/reading'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'
import { PROTOCOL_VERSION } from './envelope'

export const MAX_ROWS = 2000

const wholeNumber = z.int().check(z.nonnegative())
export const outboxEpoch = z.string().check(z.regex(/^[0-9a-z]{8}$/))

/** Point id, milliseconds after `t`, value, quality (absent: good). */
const row = z.tuple(
  [wholeNumber, z.int().check(z.gte(-86_400_000), z.lte(86_400_000)), z.nullable(z.number())],
  z.int().check(z.gte(0), z.lte(7)),
)

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
  r: z.array(row).check(z.maxLength(MAX_ROWS)),
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

export function readReadings(message: ReadingsMessage): Cycle {
  return {
    epoch: message.e,
    sequence: message.s,
    at: epochMs(message.t),
    revision: message.cfg,
    readings: message.r.map(([pointId, offsetMs, value, code]) => ({
      pointId: pointId as PointId,
      at: epochMs(message.t + offsetMs),
      value,
      quality: qualityOf(code),
    })),
  }
}

function qualityOf(code: number | undefined): Quality {
  return code !== undefined && isQuality(code) ? code : quality.good
}
