import type { ProtectionVerdict } from '@coldkeep/domain/analysis/protection-verdict'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { roundHalfAwayFromZero } from '@coldkeep/domain/units'
import { formatInstant, formatMinutes, formatNumber } from '@coldkeep/phrases/format'
import { NO_VALUE } from '../../wording/number-text'
import type { Words } from '../../wording/words'

/** How the texts of a document say figures. */
export interface PageWords extends Words {
  celsius(value: number | null, decimals?: number): string
  /** With one decimal. */
  decimal(value: number, unit?: string): string
  minutes(value: number | null): string
  instant(at: EpochMs): string
  limits(low: number | null, high: number | null): string
}

export function pageWords(words: Words, zone: string): PageWords {
  const { language, translate } = words
  const celsius = (value: number | null, decimals = 1) =>
    value === null
      ? NO_VALUE
      : formatNumber(language, roundHalfAwayFromZero(value, decimals), { decimals, unit: '°C' })
  return {
    ...words,
    celsius,
    decimal: (value, unit) => formatNumber(language, roundHalfAwayFromZero(value, 1), { decimals: 1, unit }),
    minutes: (value) => (value === null ? NO_VALUE : formatMinutes(translate, value)),
    instant: (at) => formatInstant(at, zone),
    limits: (low, high) => {
      if (low !== null && high !== null)
        return translate('evidence.between', { low: celsius(low), high: celsius(high) })
      if (high !== null) return translate('evidence.atMost', { limit: celsius(high) })
      if (low !== null) return translate('evidence.atLeast', { limit: celsius(low) })
      return translate('evidence.noLimit')
    },
  }
}

/** Beside the word: a shape of its own, and a colour that is never the only sign. */
export const verdictMarks: Readonly<
  Record<ProtectionVerdict, { readonly mark: string; readonly color: string }>
> = {
  protected: { mark: '●', color: '#1B5FAA' },
  watch: { mark: '◆', color: '#8A5A00' },
  breach: { mark: '▲', color: '#B3141F' },
  no_data: { mark: '□', color: '#55626F' },
}

export function verdictText(verdict: ProtectionVerdict, { translate }: Words): string {
  return `${verdictMarks[verdict].mark} ${translate(`protection.verdict.${verdict}`)}`
}
