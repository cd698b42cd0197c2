import type { DashboardCard } from '@coldkeep/contract/wire/chart'
import { formatNumber, formatShortNumber } from '@coldkeep/phrases/format'
import { BarChart } from '../../kit/chart/BarChart'
import { Legend } from '../../kit/chart/Legend'
import { chartColor } from '../../kit/chart/palette'
import { useLanguage } from '../../kit/text'
import styles from './board.module.css'

const HEIGHT_PX = 300

/** Demand of each part of the scope. */
export function BoardDemand({ card }: { card: DashboardCard }) {
  const language = useLanguage()
  const { data, unit = '', legend = [] } = card.chart
  const series = legend.map((one, index) => ({ name: one.value, color: chartColor(one.color, index) }))
  return (
    <div className={styles.demand}>
      <Legend series={series} />
      <BarChart
        entries={data}
        series={series}
        format={(value) => formatNumber(language, value, { unit })}
        formatTick={(value) => (value === null ? '' : formatShortNumber(value))}
        summary={card.title}
        heightPx={HEIGHT_PX}
      />
    </div>
  )
}
