import type { Language } from '@coldkeep/phrases/translate'

const STEPS = [
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1e3],
] as const

/** `8.4 MB`, as the language writes it. */
export function sizeText(language: Language, bytes: number): string {
  const [unit, size] = STEPS.find(([, step]) => bytes >= step) ?? (['byte', 1] as const)
  const form = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language, form).format(bytes / size)
}
