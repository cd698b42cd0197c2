import * as z from 'zod/mini'

/** One line that people wrote: blanks at its ends do not count, and nothing in it ends a line. */
export function line(atLeast: 0 | 1, atMost: number) {
  return z.string().check(z.trim(), z.minLength(atLeast), z.maxLength(atMost), z.regex(/^\P{Cc}*$/u))
}

/** A telephone number as people write it, or nothing. */
export const telephone = z.string().check(z.trim(), z.maxLength(40), z.regex(/^$|^[+0-9(][0-9 ()./#x-]*$/))

export const MIN_PASSWORD_LENGTH = 10

/** A new password, in the one spelling of its letters. */
export const newPassword = z
  .string()
  .check(z.normalize('NFC'), z.minLength(MIN_PASSWORD_LENGTH), z.maxLength(200))
