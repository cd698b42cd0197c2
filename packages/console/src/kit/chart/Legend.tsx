import { useText } from '../text'
import styles from './chart.module.css'
import type { ChartSeries } from './chart-entry'

/** The names of the series next to their colours. */
export function Legend({ series }: { series: readonly ChartSeries[] }) {
  const t = useText()
  return (
    <ul className={styles.legend} aria-label={t('kit.chart.legend')}>
      {series.map((one) => (
        <li key={one.name}>
          <span className={styles.swatch} style={{ background: one.color }} />
          {one.name}
        </li>
      ))}
    </ul>
  )
}
