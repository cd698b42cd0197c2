import { randomInt } from 'node:crypto'
import type { EpochMs } from '@coldkeep/domain/time/instant'

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_LETTERS = 10
const RANDOM_LETTERS = 16

/** The next one in order: the same time, one more behind it. */
export function commandIdAfter(id: string): string {
  const last = id.at(-1) ?? ''
  const rest = id.slice(0, -1)
  const isFull = last === LETTERS.at(-1)
  return isFull
    ? `${commandIdAfter(rest)}${LETTERS.charAt(0)}`
    : rest + LETTERS.charAt(LETTERS.indexOf(last) + 1)
}

/** A ULID (its public specification): 26 letters of Crockford's base32, the time in front, 80 random bits behind. */
export function newCommandId(now: EpochMs): string {
  let rest: number = now
  let time = ''
  for (let place = 0; place < TIME_LETTERS; place++) {
    time = LETTERS.charAt(rest % LETTERS.length) + time
    rest = Math.floor(rest / LETTERS.length)
  }
  const random = Array.from({ length: RANDOM_LETTERS }, () => LETTERS.charAt(randomInt(LETTERS.length)))
  return time + random.join('')
}
