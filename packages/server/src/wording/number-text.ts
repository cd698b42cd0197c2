import { roundHalfAwayFromZero } from '@coldkeep/domain/units'
import type { Language } from '@coldkeep/phrases/translate'

/** Shown where there is no value. */
export const NO_VALUE = '–'

/** `92.9%` as the language writes it; an en dash for no value. */
export function percentText(language: Language, percent: number | null): string {
  if (percent === null) return NO_VALUE
  const form = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language, form).format(percent / 100)
}

/** `▲ 0.4`, `▼ 1.2` or `± 0.0`: a change between two shown percentages. */
export function changeText(language: Language, from: number, to: number): string {
  const change = roundHalfAwayFromZero(to - from, 1)
  const form = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
  const size = new Intl.NumberFormat(language, form).format(Math.abs(change))
  return `${change > 0 ? '▲' : change < 0 ? '▼' : '±'} ${size}`
}

/** `+4.2%` or `−3.0%` as the language writes it: a change; an en dash for none. */
export function changePercentText(language: Language, percent: number | null): string {
  if (percent === null) return NO_VALUE
  const form = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
  const format = new Intl.NumberFormat(language, { ...form, signDisplay: 'exceptZero' })
  return format.format(percent / 100).replace('-', '\u2212')
}

export function countText(language: Language, count: number): string {
  return new Intl.NumberFormat(language).format(count)
}
