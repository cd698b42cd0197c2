/** What was typed, read as a number: `null` for nothing, `undefined` for what is no number. */
export function numberFromText(text: string): number | null | undefined {
  // Full-width digits and signs come from Japanese and Chinese input methods.
  const plain = text
    .normalize('NFKC')
    .replace(/[−‐–ー]/g, '-')
    .replace(/[\s_]/g, '')
  if (plain === '') return null
  const grouped = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(grouped) ? Number(grouped) : undefined
}

/** The text that the field shows for a number. */
export function textFromNumber(value: number | null): string {
  return value === null ? '' : String(value)
}
