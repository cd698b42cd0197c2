import * as z from 'zod/mini'

/** Zero, and half of a letter that takes two places. */
const UNSTORABLE = /[\0\p{Surrogate}]/u

/** True where a database keeps the text: it takes neither U+0000 nor half a letter. */
export function isStorableText(text: string): boolean {
  return !UNSTORABLE.test(text)
}

/** A text of so many letters at most that can be stored. */
export function storableText(maxLetters: number) {
  return z.string().check(z.maxLength(maxLetters), z.refine(isStorableText))
}
