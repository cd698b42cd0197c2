import type { WireChart } from '@coldkeep/contract/wire/chart'
import { chartSpans } from './chart-spans'
import styles from './parts.module.css'
import { ServedChart, type ServedEntry } from './ServedChart'

export interface ServedChartsProps {
  readonly charts: readonly WireChart[]
  /** Scope and period, printed into saved pictures. */
  readonly caption: string
  readonly hrefOf: (entry: ServedEntry) => string | null
  /** Old figures while new ones are on their way. */
  readonly isRefreshing?: boolean
}

/** The charts of an answer in rows, in the order of the service. */
export function ServedCharts({ charts, caption, hrefOf, isRefreshing }: ServedChartsProps) {
  const spans = chartSpans(charts.map((chart) => chart.type))
  return (
    <div className={styles.charts} data-refreshing={isRefreshing || undefined}>
      {charts.map((chart, index) => (
        <ServedChart
          key={chart.name}
          chart={chart}
          caption={caption}
          hrefOf={hrefOf}
          span={spans[index] ?? 12}
        />
      ))}
    </div>
  )
}
