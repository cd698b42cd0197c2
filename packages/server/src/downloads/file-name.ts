const LONGEST = 120
// controls, marks that turn the direction of writing, and what one of the common file systems refuses
const REFUSED = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd/\\:*?"<>|]+/gu
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** A name that every file system takes and that leads into no other folder; letters of all languages stay. */
export function fileName(text: string): string {
  const whole = text
    .replace(/\p{Surrogate}/gu, '_')
    .normalize('NFC')
    .replace(REFUSED, '_')
  const bare = whole.replace(/^[.\s]+|[.\s]+$/g, '').replace(RESERVED, '_$1')
  return shortened(bare === '' ? '_' : bare)
}

/** Its ending stays. */
function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= LONGEST) return name
  const [ending = ''] = /\.[A-Za-z0-9]{1,8}$/.exec(name) ?? []
  return characters.slice(0, LONGEST - ending.length).join('') + ending
}
