import { formatNumber } from '@coldkeep/phrases/format'
import { seriesColor } from '../../kit/chart/palette'
import { StateLanes } from '../../kit/chart/StateLanes'
import { onSpans, type TimeSeries, type TimeSpan } from '../../kit/chart/time-series'
import { useLanguage, useText } from '../../kit/text'
import type { DeviceAnswer } from './DeviceFacts'
import type { LivePoint } from './device-curves'
import styles from './devices.module.css'
import { pointTitle } from './point-words'

export interface StateHistoryProps {
  readonly device: DeviceAnswer
  readonly states: readonly LivePoint[]
  readonly seriesOf: (point: LivePoint) => TimeSeries
  readonly window: TimeSpan
  readonly periodMs: number
}

/** When compressor, defrost and door were on, on the time axis of the charts above. */
export function StateHistory({ device, states, seriesOf, window, periodMs }: StateHistoryProps) {
  const t = useText()
  const language = useLanguage()
  const lanes = states.map((point, index) => {
    const series = seriesOf(point)
    const share = (100 * onTimeMs(series, window, periodMs)) / (window.to - window.from)
    const percent = formatNumber(language, share, { decimals: 0, unit: '%' })
    return {
      ...series,
      name: pointTitle(point, device.points, t),
      color: seriesColor(index),
      summary: `${t(point.kind === 'door' ? 'devices.page.open' : 'devices.page.on')} ${percent}`,
    }
  })
  return (
    <section className={styles.card} aria-label={t('devices.page.states')}>
      <h2 className={styles.cardTitle}>{t('devices.page.states')}</h2>
      <StateLanes lanes={lanes} window={window} periodMs={periodMs} />
    </section>
  )
}

function onTimeMs(series: TimeSeries, window: TimeSpan, periodMs: number): number {
  return onSpans(series, periodMs).reduce(
    (sum, span) => sum + Math.max(0, Math.min(span.to, window.to) - Math.max(span.from, window.from)),
    0,
  )
}
