import { readFileSync } from 'node:fs'

/** The least letters left of a password once the words that everyone there knows are taken out. */
const MIN_LEFT = 8
const PRODUCT = 'coldkeep'

let commonest: ReadonlySet<string> | null = null

/** One of the 10,000 passwords of ten characters and more that people choose most, in any case of letters. */
export function isCommonPassword(password: string): boolean {
  commonest ??= new Set(readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n'))
  return commonest.has(password.toLowerCase())
}

/**
 * Whether little is left of a password without the words of the place: of its names and titles, and the product.
 * @param names as people write them: company, account, person, mail address
 */
export function isMadeOfNames(password: string, names: readonly string[]): boolean {
  const words = [PRODUCT, ...names.flatMap(wordsOf)].toSorted((a, b) => b.length - a.length)
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase())
  return left.length < MIN_LEFT && left.length < password.length
}

/**
 * Words too short to identify anything are left out: less than four letters, or two that are words
 * themselves.
 */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(word) ? 2 : 4))
}
