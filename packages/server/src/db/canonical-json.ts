/** JSON without blanks and with sorted keys: the same content is the same text, and so has the same hash. */
export function canonicalJson(content: unknown): string {
  return JSON.stringify(content, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const entries = Object.entries(value)
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
