import type { WireChart } from '@coldkeep/contract/wire/chart'
import { formatNumber } from '@coldkeep/phrases/format'
import { Suspense } from 'react'
import { BarChart } from '../kit/chart/BarChart'
import { ChartCard } from '../kit/chart/ChartCard'
import type { ChartEntry, ChartSeries } from '../kit/chart/chart-entry'
import { DonutChart } from '../kit/chart/DonutChart'
import { chartColor, seriesColor } from '../kit/chart/palette'
import { TrendChart } from '../kit/chart/TrendChart'
import { lazily } from '../kit/lazily'
import { useLanguage } from '../kit/text'
import { usePrinting } from '../kit/use-printing'
import styles from './parts.module.css'
import { useEntryZoom } from './use-entry-zoom'

// most charts have few points
const ZoomButtons = lazily(() => import('../kit/chart/ZoomButtons'), 'ZoomButtons')

export interface ServedChartProps {
  readonly chart: WireChart
  /** Scope and period, printed into the saved picture. */
  readonly caption: string
  /** Where a bar or slice leads; `null` where it leads nowhere. */
  readonly hrefOf: (entry: ServedEntry) => string | null
  /** How many columns of twelve it takes. */
  readonly span: number
}

export type ServedEntry = WireChart['data'][number]

/** A chart as the service describes it. */
export function ServedChart({ chart, caption, hrefOf, span }: ServedChartProps) {
  const language = useLanguage()
  const printing = usePrinting()
  const format = (value: number | null) =>
    formatNumber(language, value, { decimals: chart.decimals, unit: chart.unit })
  const short = (value: number | null) =>
    formatNumber(language, value, { unit: chart.unit === '%' ? '%' : '' })
  const entries = chart.data.map((entry): ChartEntry => {
    const href = hrefOf(entry)
    return { label: entry.label, values: entry.values, ...(href !== null && { href }) }
  })
  const series = chart.legend.map(
    (one, index): ChartSeries => ({ name: one.value, color: chartColor(one.color, index) }),
  )
  const { shown, zoom, onDragOver } = useEntryZoom(entries)
  const plot = {
    series,
    format,
    formatTick: short,
    limits: chart.limits,
    top: chart.unit === '%' ? 100 : undefined,
    summary: chart.summary,
  }
  const isEmpty = entries.every((entry) => entry.values.every((value) => value === null))

  return (
    <div className={styles.chart} data-span={span}>
      <ChartCard
        title={chart.name}
        note={chart.axis[1]}
        caption={caption}
        state={isEmpty ? 'empty' : 'ready'}
        legend={chart.type === 'pie' ? undefined : series}
        tools={<Suspense>{chart.type === 'line' && zoom && <ZoomButtons {...zoom} />}</Suspense>}
        table={{
          header: [
            chart.axis[0],
            ...(chart.type === 'pie' ? [chart.axis[1]] : series.map((one) => one.name)),
          ],
          rows: entries.map((entry) => [entry.label, ...entry.values.map(format)]),
        }}
      >
        {chart.type === 'pie' ? (
          <DonutChart
            slices={entries.map((entry, index) => ({
              ...entry,
              color: series[index]?.color ?? seriesColor(index),
            }))}
            middle={
              chart.unit === '%'
                ? ''
                : format(entries.reduce((sum, entry) => sum + (entry.values[0] ?? 0), 0))
            }
            format={format}
            summary={chart.summary}
            withPatterns={printing}
          />
        ) : chart.type === 'line' ? (
          <TrendChart {...plot} entries={shown} heightPx={240} onDragOver={onDragOver} />
        ) : (
          <BarChart {...plot} entries={entries} heightPx={200} withPatterns={printing} />
        )}
      </ChartCard>
    </div>
  )
}
