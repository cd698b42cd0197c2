import type { PointId } from '../ids'
import type { EpochMs } from '../time/instant'

/**
 * How far a reading can be trusted, as it travels.
 * 0 good · 1 no answer · 2 malformed answer · 3 refused by the device · 4 not decodable or a fault marker ·
 * 5 physically impossible · 6 stale · 7 taken while the clock was not trusted.
 */
export const quality = {
  good: 0,
  timeout: 1,
  malformed: 2,
  exception: 3,
  format: 4,
  outOfRange: 5,
  stale: 6,
  clockUntrusted: 7,
} as const
export type Quality = (typeof quality)[keyof typeof quality]
export type QualityGroup = 'good' | 'uncertain' | 'bad'

/** The three groups that the analyses know. */
export function qualityGroup(code: Quality): QualityGroup {
  if (code === quality.good) return 'good'
  return code === quality.stale || code === quality.clockUntrusted ? 'uncertain' : 'bad'
}

export function isQuality(code: number): code is Quality {
  return Number.isInteger(code) && code >= 0 && code <= 7
}

/** One value of one point at one instant; a bad reading has no value. */
export interface Reading {
  readonly pointId: PointId
  readonly at: EpochMs
  readonly value: number | null
  readonly quality: Quality
}
