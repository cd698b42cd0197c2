import type { daySheet } from './en/day-sheet'
import { formatNumber, timeParts } from './format'
import type { Translate } from './keys'
import type { Language } from './translate'

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

/** What a row of a sheet says beside its figures. */
interface Row {
  readonly measuredBy: 'food' | 'air' | null
  readonly hasLateReadings: boolean | null
}

/** What has to be known of a row beside its figures. */
export function rowRemarks({ measuredBy, hasLateReadings }: Row, openAlarms: number, t: Translate): string {
  return [
    ...(openAlarms > 0 ? [t('daySheet.openAlarms', { count: openAlarms })] : []),
    ...(measuredBy === 'air' ? [t('daySheet.byAir')] : []),
    ...(measuredBy === null ? [t('daySheet.noProbe')] : []),
    ...(hasLateReadings === true ? [t('daySheet.lateReadings')] : []),
  ].join('; ')
}

/** An entry of a sheet; times in epoch milliseconds. */
interface Check {
  readonly isOutOfLimits: boolean
  readonly isRepeated: boolean
  readonly note: string
  readonly late: keyof (typeof daySheet)['late'] | null
  readonly marks: readonly (keyof (typeof daySheet)['marks'])[]
  readonly enteredAt: number
  readonly receivedAt: number
}

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

/** An instant as people of a store read it beside a day: of that day the clock says it. */
export function timeOfDay(at: number, zone: string, on: string): string {
  const { date, minute } = timeParts(at, zone)
  return date === on ? minute : `${date} ${minute}`
}
