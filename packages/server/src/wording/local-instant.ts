import type { EpochMs } from '@coldkeep/domain/time/instant'
import { offsetMinutes } from '@coldkeep/domain/time/store-calendar'
import { timeParts } from '@coldkeep/phrases/format'

/** An instant on the clock of a store with its distance from UTC: `2026-11-19T10:05:00+08:00`. */
export function localInstant(zone: string, at: EpochMs): string {
  const { date, second } = timeParts(at, zone)
  const offset = offsetMinutes(zone, at)
  const [sign, size] = [offset < 0 ? '-' : '+', Math.abs(offset)]
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date}T${second}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
