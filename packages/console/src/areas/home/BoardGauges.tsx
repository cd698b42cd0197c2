import type { DashboardCard } from '@coldkeep/contract/wire/chart'
import { formatNumber } from '@coldkeep/phrases/format'
import { Ring } from '../../kit/chart/GaugeStrip'
import { useLanguage } from '../../kit/text'
import styles from './board.module.css'
import { GaugeMark } from './GaugeMark'

/** As many as the board has room for; the lowest come first where there are more. */
const MOST = 12

/** The connection rate of each part of the scope. */
export function BoardGauges({ card }: { card: DashboardCard }) {
  const language = useLanguage()
  const entries = card.chart.data
  const lowest = [...entries].sort((a, b) => (a.values[0] ?? -1) - (b.values[0] ?? -1)).slice(0, MOST)
  const shown = entries.length > MOST ? lowest : entries
  return (
    <ul className={styles.gauges}>
      {shown.map((entry) => {
        const value = entry.values[0] ?? null
        return (
          <li key={entry.label}>
            <span className={styles.ring}>
              <Ring value={value} text={formatNumber(language, value, { decimals: 1 })} />
            </span>
            <span className={styles.gaugeName}>
              <GaugeMark value={value} size={16} classes={card.chart.classes} />
              <span>{entry.label}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
