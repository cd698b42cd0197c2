import { randomInt } from 'node:crypto'

/** 20 characters that are hard to mistake for each other: about 98 bits. */
export function makeUpPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
