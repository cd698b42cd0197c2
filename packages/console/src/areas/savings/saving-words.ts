import type { listSavingDevices, listSavings } from '@coldkeep/contract/areas/parameter-savings'
import type { Answer } from '@coldkeep/contract/call'
import type { DeviceModelId } from '@coldkeep/domain/ids'
import { type SavingKind, savingKinds } from '@coldkeep/domain/parameters/saving'
import { formatNumber, NO_VALUE } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'

export type SavingRow = Answer<typeof listSavings>['savings'][number]
export type SavingDevice = Answer<typeof listSavingDevices>['devices'][number]

const PERCENT = 100
/** Tenths of a percent say something of small shares alone. */
const TENTH = 0.1

/** One saving as the address names it. */
export interface SavingKey {
  readonly kind: SavingKind
  readonly modelId: DeviceModelId
  readonly change: { readonly code: string; readonly before: number; readonly value: number } | null
}

export function savingInAddress({ kind, model, change }: SavingRow): string {
  const set = change === null ? [] : [change.before, change.value, change.code]
  return [kind, model.id, ...set].join('~')
}

/** `null`: it names none. */
export function savingOf(text: string | undefined): SavingKey | null {
  const [name, model = '', before, value, ...code] = (text ?? '').split('~')
  const kind = savingKinds.find((one) => one === name)
  if (kind === undefined || !/^[1-9]\d{0,14}$/.test(model)) return null
  const modelId = Number(model) as DeviceModelId
  if (before === undefined) return { kind, modelId, change: null }
  const change = { code: code.join('~'), before: Number(before), value: Number(value) }
  const isWhole = change.code !== '' && Number.isFinite(change.before) && Number.isFinite(change.value)
  return isWhole ? { kind, modelId, change } : null
}

export function kwhText(
  { kwhLow, kwhHigh }: Pick<SavingRow, 'kwhLow' | 'kwhHigh'>,
  t: Translate,
  language: Language,
): string {
  return kwhLow === null || kwhHigh === null ? NO_VALUE : rangeText(kwhLow, kwhHigh, 0, t, language)
}

export function shareText(
  { shareLow, shareHigh }: Pick<SavingRow, 'shareLow' | 'shareHigh'>,
  t: Translate,
  language: Language,
): string {
  const decimals = shareHigh < TENTH ? 1 : 0
  const range = rangeText(shareLow * PERCENT, shareHigh * PERCENT, decimals, t, language)
  return `${range} %`
}

function rangeText(low: number, high: number, decimals: number, t: Translate, language: Language): string {
  const [from, to] = [low, high].map((value) => formatNumber(language, value, { decimals }))
  return from === to ? (from ?? '') : t('savings.range', { low: from ?? '', high: to ?? '' })
}

/** What it is concluded from, in a sentence. */
export function basisText(
  kind: SavingKind,
  { days, ...basis }: SavingDevice['basis'],
  t: Translate,
  language: Language,
): string {
  const number = (value: number | undefined, decimals = 1, unit = '') =>
    formatNumber(language, value ?? null, { decimals, unit })
  const ratio = (value: number | undefined) =>
    number(value === undefined ? undefined : value * PERCENT, 0, '%')
  switch (kind) {
    case 'set_point':
      return t('savings.basis.set_point', {
        ...{ days, highest: number(basis.highestC, 1, '°C'), limit: number(basis.limitC, 1, '°C') },
      })
    case 'defrosts':
      return t('savings.basis.defrosts', {
        ...{ days, defrosts: number(basis.defrosts), minutes: number(basis.minutesEach) },
      })
    case 'anti_sweat':
      return t('savings.basis.anti_sweat', { days })
    case 'night_cover':
      return t('savings.basis.night_cover', {
        ...{ days, open: ratio(basis.openRunRatio), closed: ratio(basis.closedRunRatio) },
      })
    case 'low_load':
      return t('savings.basis.low_load', {
        ...{ days, own: number(basis.doorOpenings), usual: number(basis.usualOpenings) },
      })
  }
}

/** What would be done: the parameter with its old and new value, or what people do. */
export function actText(
  { kind, change }: Pick<SavingRow, 'kind' | 'change'>,
  t: Translate,
  language: Language,
): string {
  if (change === null)
    return kind === 'night_cover' || kind === 'low_load' ? t(`savings.act.${kind}`) : NO_VALUE
  const { name, before, value, unit } = change
  const [from, to] = [before, value].map((one) => formatNumber(language, one, { unit }))
  return t('savings.change', { name, before: from ?? '', after: to ?? '' })
}
