import type { IncomingHttpHeaders } from 'node:http'
import { type EpochMs, seconds } from '@coldkeep/domain/time/instant'
import type { RawPicture } from './raw-picture'

/** `Date` has whole seconds: a smaller difference is none. */
const PRECISION_MS = seconds(1)

/**
 * What a camera says of its times: by how much its clock is ahead (`Date`, RFC 9110 6.6.1), and how old the picture is
 * (`Last-Modified` by the same clock, `Age` of what stands between).
 */
export function readTimes(
  { date, 'last-modified': modified, age }: IncomingHttpHeaders,
  now: EpochMs,
): Pick<RawPicture, 'ageMs' | 'clockDifferenceMs'> {
  const dateMs = date === undefined ? Number.NaN : Date.parse(date)
  const modifiedMs = modified === undefined ? Number.NaN : Date.parse(modified)
  const keptMs = seconds(Number(age ?? 0))
  // within its second it may be anything: taken is the middle
  const difference = dateMs + PRECISION_MS / 2 - now
  const sinceMs = dateMs - modifiedMs
  return {
    ageMs: Math.max(0, Number.isFinite(sinceMs) ? sinceMs : 0, Number.isFinite(keptMs) ? keptMs : 0),
    clockDifferenceMs: Number.isFinite(difference) ? Math.round(difference) : null,
  }
}
