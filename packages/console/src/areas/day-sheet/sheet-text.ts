import type { SheetView } from '@coldkeep/contract/areas/day-sheets'
import { formatNumber } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'

interface Limits {
  readonly lowC: number | null
  readonly highC: number | null
}

/** `≥ 0, ≤ 4 °C`; `null` where there is none. */
export function limitsText({ lowC, highC }: Limits, language: Language): string | null {
  const parts = [
    ...(lowC === null ? [] : [`≥ ${formatNumber(language, lowC)}`]),
    ...(highC === null ? [] : [`≤ ${formatNumber(language, highC)}`]),
  ]
  return parts.length === 0 ? null : `${parts.join(', ')} °C`
}

export function celsiusText(valueC: number, language: Language): string {
  return formatNumber(language, valueC, { decimals: 1, unit: '°C' })
}

type Row = SheetView['rows'][number]

/** What has to be known of a row beside its figures. */
export function rowRemarks({ measuredBy, hasLateReadings }: Row, openAlarms: number, t: Translate): string {
  return [
    ...(openAlarms > 0 ? [t('daySheet.openAlarms', { count: openAlarms })] : []),
    ...(measuredBy === 'air' ? [t('daySheet.byAir')] : []),
    ...(measuredBy === null ? [t('daySheet.noProbe')] : []),
    ...(hasLateReadings ? [t('daySheet.lateReadings')] : []),
  ].join('; ')
}

type Check = SheetView['checks'][number]

/** What has to be known of an entry: marks are in words, and none of them accuses. */
export function checkRemarks(check: Check, time: (at: number) => string, t: Translate): string {
  const { isOutOfLimits, isRepeated, note, late, marks, enteredAt, receivedAt } = check
  const lateAt = late === 'after_signing' ? receivedAt : enteredAt
  return [
    ...(isOutOfLimits ? [t('daySheet.out')] : []),
    ...(isRepeated ? [t('daySheet.again')] : []),
    ...(note === '' ? (isOutOfLimits && !isRepeated ? [t('daySheet.noNote')] : []) : [note]),
    ...(late === null ? [] : [t(`daySheet.late.${late}`, { time: time(lateAt) })]),
    ...marks.map((mark) => t(`daySheet.marks.${mark}`)),
  ].join('; ')
}
