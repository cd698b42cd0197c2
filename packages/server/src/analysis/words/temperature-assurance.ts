import type { AnalysisDetail } from '@coldkeep/contract/areas/analysis'
import type { TemperatureAssuranceDetail } from '@coldkeep/contract/areas/temperature-assurance'
import type { WireChart } from '@coldkeep/contract/wire/chart'
import type { ProtectionVerdict, VerdictCounts } from '@coldkeep/domain/analysis/protection-verdict'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { datesFrom, type LocalDate } from '@coldkeep/domain/time/local-date'
import type { TableExtent } from '../../filters/first-stores'
import { rounded } from '../../wording/columns'
import { countText } from '../../wording/number-text'
import { palette } from '../../wording/palette'
import { dayText, instantText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { DayVerdicts, DeviceTemperatureDay, DeviceTemperatures } from '../shown-temperature-queries'
import { dayTable, expiryTable, periodTable, type StoreInsurance } from './temperature-tables'

export interface TemperatureAssuranceFigures {
  readonly first: LocalDate
  readonly last: LocalDate
  readonly byDay: readonly DayVerdicts[]
  readonly insured: { readonly stores: readonly StoreInsurance[]; readonly extent: TableExtent }
  /** Those of the stores that the table of devices holds. */
  readonly devices: readonly DeviceTemperatures[]
  readonly extent: TableExtent
  readonly now: EpochMs
}

export interface StoreDayFigures {
  readonly storeName: string
  readonly on: LocalDate
  readonly devices: readonly DeviceTemperatureDay[]
  readonly now: EpochMs
}

/** The order and the colours in which verdicts are shown. */
export const shownVerdicts: readonly { readonly verdict: ProtectionVerdict; readonly color: string }[] = [
  { verdict: 'protected', color: palette.normal },
  { verdict: 'watch', color: palette.third },
  { verdict: 'breach', color: palette.deviation },
  { verdict: 'no_data', color: palette.other },
]

export function presentTemperatureAssurance(
  figures: TemperatureAssuranceFigures,
  words: Words,
): TemperatureAssuranceDetail {
  const { byDay, insured, devices, extent, now } = figures
  return {
    charts: [verdictChart(byDay, words), breachChart(figures, words)],
    table: expiryTable(insured.stores, insured.extent, words),
    deviceTable: periodTable(devices, extent, words),
    coverage: coverageOf(byDay),
    computedAt: instantText(newestOf(byDay, now)),
  }
}

export function presentStoreTemperature(figures: StoreDayFigures, words: Words): AnalysisDetail {
  const { storeName, on, devices, now } = figures
  const title = words.translate('protection.storeTable', {
    store: storeName,
    day: dayText(words.language, on),
  })
  return {
    charts: [excursionChart(devices, words)],
    table: dayTable(devices, title, words),
    coverage: coverageOf(devices),
    computedAt: instantText(newestOf(devices, now)),
  }
}

function verdictChart(byDay: readonly DayVerdicts[], { translate, language }: Words): WireChart {
  const sum = (verdict: keyof VerdictCounts) => byDay.reduce((total, day) => total + day[verdict], 0)
  const legend = shownVerdicts.map(({ verdict, color }) => ({
    value: translate(`protection.verdict.${verdict}`),
    color,
  }))
  const text = (verdict: keyof VerdictCounts) => countText(language, sum(verdict))
  return {
    type: 'pie',
    name: translate('protection.byVerdict'),
    axis: ['', translate('protection.deviceDays')],
    data:
      byDay.length === 0
        ? []
        : shownVerdicts.map(({ verdict }, index) => ({
            label: legend[index]?.value ?? '',
            values: [sum(verdict)],
            drill: { tag: verdict },
          })),
    color: legend.map(({ color }) => color),
    legend,
    decimals: 0,
    summary:
      byDay.length === 0
        ? translate('shell.words.noData')
        : translate('protection.verdictSummary', {
            protected: text('protected'),
            watch: text('watch'),
            breach: text('breach'),
            noData: text('no_data'),
          }),
  }
}

function breachChart({ first, last, byDay }: TemperatureAssuranceFigures, words: Words): WireChart {
  const { translate, language } = words
  const known = new Map(byDay.map((day) => [day.on, day]))
  const title = translate('protection.breaches')
  return {
    type: 'bar',
    name: translate('protection.breachesByDay'),
    axis: [translate('analysis.connection.day'), title],
    data: datesFrom(first, last).map((on) => ({
      label: dayText(language, on),
      values: [known.get(on)?.breach ?? null],
      drill: { day: on },
    })),
    color: [palette.deviation],
    legend: [{ value: title, color: palette.deviation }],
    decimals: 0,
    summary: breachSummary(byDay, words),
  }
}

function breachSummary(byDay: readonly DayVerdicts[], { translate, language }: Words): string {
  const [most] = [...byDay].sort((a, b) => b.breach - a.breach)
  if (most === undefined) return translate('shell.words.noData')
  if (most.breach === 0) return translate('protection.noBreach')
  const count = byDay.reduce((sum, day) => sum + day.breach, 0)
  return translate('protection.breachSummary', { count, day: dayText(language, most.on) })
}

function excursionChart(devices: readonly DeviceTemperatureDay[], { translate, language }: Words): WireChart {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const sorted = [...devices].sort((a, b) => compare(a.deviceName, b.deviceName))
  const [longest] = [...devices].sort((a, b) => b.longestExcursionMinutes - a.longestExcursionMinutes)
  const title = translate('protection.excursion')
  return {
    type: 'bar',
    name: translate('protection.excursionByDevice'),
    axis: [translate('analysis.connection.device'), `${title} (min)`],
    data: sorted.map((device) => ({
      label: device.deviceName,
      values: [device.coveredMinutes === 0 ? null : rounded(device.excursionMinutes, 0)],
      drill: { deviceId: String(device.deviceId) },
    })),
    color: [palette.normal],
    legend: [{ value: title, color: palette.normal }],
    unit: 'min',
    decimals: 0,
    summary:
      longest === undefined
        ? translate('shell.words.noData')
        : longest.longestExcursionMinutes === 0
          ? translate('protection.noExcursion')
          : translate('protection.excursionSummary', {
              minutes: countText(language, Math.round(longest.longestExcursionMinutes)),
              device: longest.deviceName,
            }),
  }
}

function coverageOf(rows: readonly { coveredMinutes: number; expectedMinutes: number }[]): number | null {
  const expected = rows.reduce((sum, row) => sum + row.expectedMinutes, 0)
  return expected === 0 ? null : rows.reduce((sum, row) => sum + row.coveredMinutes, 0) / expected
}

function newestOf(rows: readonly { readonly computedAt: EpochMs }[], now: EpochMs): EpochMs {
  return rows.length === 0 ? now : epochMs(Math.max(...rows.map((row) => row.computedAt)))
}
