import type { WireChart } from '@coldkeep/contract/wire/chart'
import type { Drill } from '@coldkeep/contract/wire/table'
import { formatNumber } from '@coldkeep/phrases/format'
import { BarChart } from '../kit/chart/BarChart'
import { ChartCard } from '../kit/chart/ChartCard'
import type { ChartEntry, ChartSeries } from '../kit/chart/chart-entry'
import { DonutChart } from '../kit/chart/DonutChart'
import { chartColor } from '../kit/chart/palette'
import { useLanguage } from '../kit/text'
import styles from './parts.module.css'

export interface ServedChartProps {
  readonly chart: WireChart
  /** Scope and period, printed into the saved picture. */
  readonly caption: string
  /** Where a bar or slice leads; `null` where it leads nowhere. */
  readonly hrefOf: (drill: Drill) => string | null
}

/** Columns of twelve that a kind of chart takes in a row. */
const SPANS = { pie: 4, bar: 6, group_bar: 6, line: 12 } as const

/** A bar, grouped bar or pie chart as the service describes it. */
export function ServedChart({ chart, caption, hrefOf }: ServedChartProps) {
  const language = useLanguage()
  const format = (value: number | null) =>
    formatNumber(language, value, { decimals: chart.decimals, unit: chart.unit })
  const short = (value: number | null) =>
    formatNumber(language, value, { unit: chart.unit === '%' ? '%' : '' })
  const entries = chart.data.map((entry): ChartEntry => {
    const href = entry.drill === undefined ? null : hrefOf(entry.drill)
    return { label: entry.label, values: entry.values, ...(href !== null && { href }) }
  })
  const series = chart.legend.map(
    (one, index): ChartSeries => ({ name: one.value, color: chartColor(one.color, index) }),
  )
  const isEmpty = entries.every((entry) => entry.values.every((value) => value === null))

  return (
    <div className={styles.chart} data-span={SPANS[chart.type]}>
      <ChartCard
        title={chart.name}
        note={chart.axis[1]}
        caption={caption}
        state={isEmpty ? 'empty' : 'ready'}
        legend={chart.type === 'pie' ? undefined : series}
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
            entries={entries}
            colors={series.map((one) => one.color)}
            middle={format(entries.reduce((sum, entry) => sum + (entry.values[0] ?? 0), 0))}
            format={format}
            summary={chart.summary}
          />
        ) : (
          <BarChart
            entries={entries}
            series={series}
            format={format}
            formatTick={short}
            limits={chart.limits}
            top={chart.unit === '%' ? 100 : undefined}
            summary={chart.summary}
            heightPx={200}
          />
        )}
      </ChartCard>
    </div>
  )
}
