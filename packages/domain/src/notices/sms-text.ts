/** UCS-2 letters of a message that travels alone, in 140 bytes (3GPP TS 23.038, 23.040). */
const ALONE = 70
/** Of one of several parts: six bytes say which part it is. */
const IN_PART = 67
const MOST_PARTS = 2
const MOST = IN_PART * MOST_PARTS

/** Between two of these a word or number would be torn apart; Chinese and Japanese break anywhere. */
const IN_WORD = /[\p{Script=Latin}\p{Mn}\p{N}°%:/_.,−–-]/u
const TRAILING = /[\s.,:;、。，：；（(−–-]+$/u

/** How many parts a text is sent in. */
export function smsParts(text: string): number {
  return text.length <= ALONE ? 1 : Math.ceil(text.length / IN_PART)
}

/** A text that fits into two parts: cut between words, with an ellipsis where something is missing. */
export function smsText(text: string): string {
  const whole = text.replace(/[ \t\u00a0\u202f]+/g, ' ').trim()
  if (smsParts(whole) <= MOST_PARTS) return whole
  const head = wholeWords(whole, MOST - 1)
  return `${head.replace(TRAILING, '')}…`
}

/** The beginning of a text, of so many letters at most and without half a word; a word without end is cut. */
function wholeWords(text: string, most: number): string {
  let end = most
  if (isLowSurrogate(text, end)) end -= 1
  const shortest = most / 2
  for (let at = end; at > shortest; at--)
    if (!isLowSurrogate(text, at) && !(isWordAt(text, at - 1) && isWordAt(text, at))) return text.slice(0, at)
  return text.slice(0, end)
}

function isWordAt(text: string, at: number): boolean {
  return IN_WORD.test(text.charAt(at))
}

/** The second half of a letter beyond the basic plane. */
function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}

/** A number as the networks know it (E.164): a plus and 7 to 15 digits. */
export function isPhoneNumber(text: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(text)
}
