import { HIGHEST_CHECK_C, LOWEST_CHECK_C } from '@coldkeep/domain/day-sheet/hand-check'

/** Three digits, a point, one digit, and a sign: what a hand probe shows. */
const TYPING = /^-?\d{0,3}(\.\d?)?$/

/** What stands in the display once a key was pressed; a key that does not fit changes nothing. */
export function typedWith(text: string, key: string): string {
  if (key === 'erase') return text.slice(0, -1)
  if (key === '-') return text.startsWith('-') ? text.slice(1) : `-${text}`
  const next = key === '.' && /^-?$/.test(text) ? `${text}0.` : text + key
  return TYPING.test(next) ? next : text
}

/** °C; `null` for what is no temperature that a hand probe shows. */
export function temperatureOf(text: string): number | null {
  if (!/\d/.test(text)) return null
  const value = Number(text)
  return value >= LOWEST_CHECK_C && value <= HIGHEST_CHECK_C ? value : null
}
