import { deviceSeries } from '@coldkeep/contract/areas/devices'
import type { RepairCurve } from '@coldkeep/contract/areas/repair-insight'
import type { DeviceId } from '@coldkeep/domain/ids'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { Suspense, useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { ChartCard } from '../../kit/chart/ChartCard'
import type { ValueSpan } from '../../kit/chart/line-plot'
import { seriesColor } from '../../kit/chart/palette'
import type { TimeSeries, TimeSpan } from '../../kit/chart/time-series'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './repair.module.css'

const LineChart = lazily(() => import('../../kit/chart/LineChart'), 'LineChart')

const HEIGHT_PX = 240
const COLUMNS = 600
const REFRESH_MS = 300_000
const TABLE_ROWS = 500
const NO_SERIES: TimeSeries = { times: [], values: [] }

export interface RepairCurvesProps {
  readonly deviceId: DeviceId
  readonly curve: RepairCurve
  /** IANA zone of the store. */
  readonly zone: string
}

/** The air of the equipment before the repair and after it, at the same scale, with its limits and what happened when. */
export function RepairCurves({ deviceId, curve, zone }: RepairCurvesProps) {
  const t = useText()
  const before = useSpan(deviceId, curve, curve.before)
  const after = useSpan(deviceId, curve, curve.after)
  const values = useMemo(() => joined(before.series, after.series), [before.series, after.series])
  return (
    <div className={frame.card}>
      <h2>{t('repair.curve.title')}</h2>
      <div className={styles.curves}>
        <SpanChart
          title={t('repair.curve.before')}
          {...{ curve, zone, values }}
          {...before}
          span={curve.before}
        />
        {curve.after !== null && (
          <SpanChart
            title={t('repair.curve.after')}
            {...{ curve, zone, values }}
            {...after}
            span={curve.after}
          />
        )}
      </div>
      {curve.after === null && <p className={frame.note}>{t('repair.curve.notYet')}</p>}
    </div>
  )
}

/** The readings of one span; none of it are asked for. */
function useSpan(deviceId: DeviceId, { point }: RepairCurve, span: TimeSpan | null) {
  const answer = useCall(
    deviceSeries,
    span === null
      ? null
      : {
          params: { deviceId },
          query: { points: String(point.id), start: span.from, end: span.to, columns: COLUMNS },
        },
    { keepsPrevious: true, staleMs: REFRESH_MS, quiet: true },
  )
  const found = answer.data?.series[0]
  const series = useMemo(
    () => (found === undefined ? NO_SERIES : { times: found.times, values: found.values }),
    [found],
  )
  const isEmpty = series.values.every((value) => value === null)
  const hasFailed = answer.isError && answer.data === undefined
  const state: State = answer.isLoading ? 'loading' : hasFailed ? 'failed' : isEmpty ? 'empty' : 'ready'
  return { series, state, onRetry: () => void answer.refetch() }
}

type State = 'loading' | 'failed' | 'empty' | 'ready'

interface SpanChartProps {
  readonly title: string
  readonly curve: RepairCurve
  readonly zone: string
  readonly span: TimeSpan
  readonly values: ValueSpan | null
  readonly series: TimeSeries
  readonly state: State
  readonly onRetry: () => void
}

function SpanChart({ title, curve, zone, span, values, series, state, onRetry }: SpanChartProps) {
  const t = useText()
  const language = useLanguage()
  const [now] = useState(() => Date.now())
  const [window, setWindow] = useState<TimeSpan | null>(null)
  const { from, to } = span
  const whole = useMemo(() => ({ from, to }), [from, to])
  const { point } = curve
  const format = (value: number | null) => formatNumber(language, value, { decimals: 1, unit: point.unit })
  const time = (at: number) => formatInstant(at, zone)
  const lines = useMemo(() => [{ ...series, name: point.name, color: seriesColor(0) }], [series, point.name])
  const limits = useMemo(
    () => curve.limits.map(({ side, value }) => ({ value, label: t(`repair.curve.limit.${side}`) })),
    [curve.limits, t],
  )
  const marks = useMemo(
    () =>
      curve.moments
        .filter(({ at }) => at >= from && at <= to)
        .map(({ kind, at }) => ({ at, label: t(`repair.curve.moment.${kind}`) })),
    [curve.moments, from, to, t],
  )
  const when = `${time(from)} – ${time(to)}`
  const known = series.values.flatMap((value) => value ?? [])
  const range = `${format(known.length === 0 ? null : Math.min(...known))} – ${format(known.length === 0 ? null : Math.max(...known))}`
  const marked = marks.map(({ at, label }) => `${label} ${time(at)}`)
  return (
    <ChartCard
      title={title}
      note={when}
      caption={`${when} (${zone})`}
      state={state}
      onRetry={onRetry}
      legend={lines}
      table={{
        header: [t('kit.chart.time'), point.name],
        rows: series.times
          .map((at, index) => [time(at), format(series.values[index] ?? null)])
          .toReversed()
          .slice(0, TABLE_ROWS),
      }}
    >
      <Suspense fallback={<Skeleton height={HEIGHT_PX} />}>
        <LineChart
          series={lines}
          window={window ?? whole}
          periodMs={curve.periodSeconds * 1000}
          zone={zone}
          limits={limits}
          marks={marks}
          values={values}
          until={now}
          format={format}
          formatTime={time}
          summary={[`${title}: ${point.name} ${range}`, ...marked].join('; ')}
          onZoom={setWindow}
          heightPx={HEIGHT_PX}
        />
      </Suspense>
      {marked.length > 0 && <p className={frame.note}>{marked.join(' · ')}</p>}
    </ChartCard>
  )
}

/** From the lowest to the highest of both. */
function joined(...all: readonly TimeSeries[]): ValueSpan | null {
  let [low, high] = [Infinity, -Infinity]
  for (const { values } of all) {
    for (const value of values) {
      if (value === null) continue
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
  }
  return low > high ? null : { low, high }
}
