import type { DashboardCard } from '@coldkeep/contract/wire/chart'
import { formatNumber, formatShortNumber, withUnitSpace } from '@coldkeep/phrases/format'
import { BarChart } from '../../kit/chart/BarChart'
import type { ChartEntry, ChartSeries } from '../../kit/chart/chart-entry'
import { DonutChart } from '../../kit/chart/DonutChart'
import { GaugeStrip } from '../../kit/chart/GaugeStrip'
import { Legend } from '../../kit/chart/Legend'
import { chartColor, seriesColor } from '../../kit/chart/palette'
import { useLanguage, useText } from '../../kit/text'
import { usePrinting } from '../../kit/use-printing'
import { GaugeMark } from './GaugeMark'
import styles from './home.module.css'

export type CardChartKind = 'gauges' | 'pie' | 'bars'

/** As many as have room next to the ring. */
const MOST_SLICES = 5
const BARS_HEIGHT_PX = 118

export interface CardChartProps {
  readonly kind: CardChartKind
  readonly card: DashboardCard
  readonly hrefOf: (entry: DashboardCard['chart']['data'][number]) => string | null
}

/** The drawing of a summary card. */
export function CardChart({ kind, card, hrefOf }: CardChartProps) {
  const t = useText()
  const language = useLanguage()
  const printing = usePrinting()
  const { chart } = card
  const entries = chart.data.map((entry): ChartEntry => {
    const href = hrefOf(entry)
    return { label: entry.label, values: entry.values, ...(href !== null && { href }) }
  })
  const { unit = '' } = chart
  const decimals = chart.decimals ?? (unit === '%' ? 1 : 0)
  const format = (value: number | null) => formatNumber(language, value, { decimals, unit })
  const series = (chart.legend ?? []).map(
    (one, index): ChartSeries => ({ name: one.value, color: chartColor(one.color, index) }),
  )
  const isEmpty = entries.every((entry) => entry.values.every((value) => value === null))
  if (isEmpty && kind !== 'gauges') return <p className={styles.none}>{t('kit.state.noData')}</p>

  if (kind === 'gauges') {
    return (
      <GaugeStrip
        entries={entries}
        format={(value) => formatNumber(language, value, { decimals: 1 })}
        summary={card.title}
        markOf={(value) => <GaugeMark value={value} size={14} classes={chart.classes} />}
      />
    )
  }
  if (kind === 'pie') {
    const total = entries.reduce((sum, entry) => sum + (entry.values[0] ?? 0), 0)
    return (
      <DonutChart
        slices={entries.map((entry, index) => ({
          ...entry,
          color: series[index]?.color ?? seriesColor(index),
        }))}
        most={MOST_SLICES}
        middle={unit === '%' ? withUnitSpace(card.value) : formatShortNumber(total)}
        format={format}
        summary={card.title}
        withPatterns={printing}
      />
    )
  }
  return (
    <>
      <BarChart
        entries={entries}
        series={series}
        format={format}
        formatTick={(value) => (value === null ? '' : formatShortNumber(value))}
        summary={card.title}
        heightPx={BARS_HEIGHT_PX}
        withPatterns={printing}
      />
      {series.length > 1 && <Legend series={series} />}
    </>
  )
}
