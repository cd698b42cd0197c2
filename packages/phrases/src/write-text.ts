import { formatNumber, NO_VALUE } from './format'
import type { Translate } from './keys'
import type { Language } from './translate'

/** A value as it is meant: what it does, and in which unit. */
export interface ValueKind {
  readonly effect: string
  readonly unit: string
}

/** With as many decimals as it has; lights are on or off. */
export function valueText(
  { effect, unit }: ValueKind,
  value: number | null,
  language: Language,
  t: Translate,
): string {
  if (value === null) return NO_VALUE
  if (effect === 'light' && (value === 0 || value === 1)) return t(value === 1 ? 'writes.on' : 'writes.off')
  const decimals = Math.min(3, (String(value).split('.')[1] ?? '').length)
  return formatNumber(language, value, { decimals: unit === '°C' ? Math.max(1, decimals) : decimals, unit })
}

/** As people call it: what the model's author noted, or else the code of the row. */
export function controlName({ note, code }: { readonly note: string; readonly code: string }): string {
  return note === '' ? code : note
}

/** `Set point → −20.0 °C`. */
export function lineText(
  line: ValueKind & { readonly note: string; readonly code: string; readonly value: number | null },
  language: Language,
  t: Translate,
): string {
  const name = controlName(line)
  return line.value === null ? name : `${name} → ${valueText(line, line.value, language, t)}`
}
