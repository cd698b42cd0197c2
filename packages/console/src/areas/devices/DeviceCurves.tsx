import { deviceSeries } from '@coldkeep/contract/areas/devices'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { Suspense, useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Chip } from '../../kit/Chip'
import { ChartCard } from '../../kit/chart/ChartCard'
import type { LineBand } from '../../kit/chart/line-plot'
import { seriesColor } from '../../kit/chart/palette'
import { onSpans, type TimeSeries, type TimeSpan } from '../../kit/chart/time-series'
import { ZoomButtons } from '../../kit/chart/ZoomButtons'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useLanguage, useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import type { DeviceAnswer } from './DeviceFacts'
import {
  type CurveGroup,
  choiceText,
  chosenPoints,
  groupByUnit,
  type LivePoint,
  linePoints,
  MOST_CURVES,
  statePoints,
} from './device-curves'
import styles from './devices.module.css'
import { decimalsOf, pointTitle } from './point-words'
import { StateHistory } from './StateHistory'
import { useGivenUp } from './use-given-up'
import { useZoom } from './use-zoom'

const LineChart = lazily(() => import('../../kit/chart/LineChart'), 'LineChart')

const WEEK_MS = 7 * 86_400_000
const REFRESH_MS = 300_000
const NO_SERIES: TimeSeries = { times: [], values: [] }
const NO_BANDS: readonly LineBand[] = []
/** Pale enough for a line over it to keep its contrast. */
const DEFROST_COLOR = 'color-mix(in srgb, var(--chart-2) 22%, transparent)'
/** Defrosts explain temperatures, and nothing else. */
const EXPLAINED_UNIT = '°C'

/** The last seven days of the chosen points: a chart per unit, and below it when things were on. */
export function DeviceCurves({ device }: { device: DeviceAnswer }) {
  const t = useText()
  const [parameters, changeAddress] = useAddress()
  const [period] = useState(lastWeek)
  const { window, zoom } = useZoom(period)
  const chosen = chosenPoints(device.points, parameters.points)
  const states = statePoints(device.points)
  const shownPoints = [...chosen, ...states].slice(0, MOST_CURVES)

  const answer = useCall(
    deviceSeries,
    shownPoints.length === 0
      ? null
      : {
          params: { deviceId: device.id },
          query: {
            points: shownPoints.map((point) => point.id).join(','),
            start: period.from,
            end: period.to,
          },
        },
    { keepsPrevious: true, staleMs: REFRESH_MS },
  )
  const series = useMemo(
    () => new Map(answer.data?.series.map((one) => [one.point, { times: one.times, values: one.values }])),
    [answer.data],
  )
  const periodMs = device.periodSeconds * 1000
  const seriesOf = (point: LivePoint): TimeSeries => series.get(String(point.id)) ?? NO_SERIES

  const given = useGivenUp(device, period)
  const bands = useDefrosts(states, series, periodMs)
  const explained = useMemo(() => [...bands, ...given], [bands, given])

  function toggle(point: LivePoint) {
    const next = chosen.includes(point)
      ? chosen.filter((one) => one !== point)
      : linePoints(device.points).filter((one) => one === point || chosen.includes(one))
    if (next.length > 0) changeAddress({ points: choiceText(device.points, next) }, 'replace')
  }

  if (linePoints(device.points).length === 0) return null
  return (
    <div className={styles.curves}>
      <div className={styles.choice}>
        <fieldset className={styles.chips}>
          <legend>{t('devices.page.chosenPoints')}</legend>
          {linePoints(device.points).map((point) => (
            <Chip key={point.id} selected={chosen.includes(point)} onClick={() => toggle(point)}>
              {pointTitle(point, device.points, t)}
            </Chip>
          ))}
        </fieldset>
        <ZoomButtons window={window} period={period} onZoom={zoom} />
      </div>
      {groupByUnit(chosen).map((group, index) => (
        <GroupChart
          key={group.unit}
          device={device}
          group={group}
          seriesOf={seriesOf}
          bands={group.unit === EXPLAINED_UNIT ? explained : given}
          isLoading={answer.isLoading}
          hasFailed={answer.isError && !answer.data}
          onRetry={() => void answer.refetch()}
          window={window}
          periodMs={periodMs}
          onZoom={zoom}
          isFirst={index === 0}
        />
      ))}
      {states.length > 0 && answer.data && (
        <StateHistory
          device={device}
          states={states}
          seriesOf={seriesOf}
          window={window}
          periodMs={periodMs}
        />
      )}
    </div>
  )
}

/** When devices defrosted, as bands behind the curves. */
function useDefrosts(
  states: readonly LivePoint[],
  series: ReadonlyMap<string, TimeSeries>,
  periodMs: number,
): readonly LineBand[] {
  const t = useText()
  const defrostIds = states
    .filter((point) => point.kind === 'defrost')
    .map((point) => point.id)
    .join(',')
  return useMemo(() => {
    const spans = defrostIds.split(',').flatMap((id) => onSpans(series.get(id) ?? NO_SERIES, periodMs))
    return spans.length === 0 ? NO_BANDS : [{ name: t('devices.kind.defrost'), color: DEFROST_COLOR, spans }]
  }, [defrostIds, periodMs, series, t])
}

interface GroupChartProps {
  readonly device: DeviceAnswer
  readonly group: CurveGroup
  readonly seriesOf: (point: LivePoint) => TimeSeries
  readonly bands: readonly LineBand[]
  readonly isLoading: boolean
  readonly hasFailed: boolean
  readonly onRetry: () => void
  readonly window: TimeSpan
  readonly periodMs: number
  readonly onZoom: (window: TimeSpan | null) => void
  readonly isFirst: boolean
}

function GroupChart({ device, group, seriesOf, bands, window, ...props }: GroupChartProps) {
  const t = useText()
  const language = useLanguage()
  const { zone } = device.store
  const lines = group.points.map((point, index) => ({
    ...seriesOf(point),
    name: pointTitle(point, device.points, t),
    color: seriesColor(index),
  }))
  const style = { decimals: decimalsOf(group.unit), unit: group.unit }
  const format = (value: number | null) => formatNumber(language, value, style)
  const title = `${t('devices.page.week')} · ${group.unit === '' ? t('devices.page.value') : group.unit}`
  const isEmpty = lines.every((line) => line.values.every((value) => value === null))
  const state = props.isLoading ? 'loading' : props.hasFailed ? 'failed' : isEmpty ? 'empty' : 'ready'
  const stableLines = useStable(lines)

  return (
    <ChartCard
      title={title}
      note={props.isFirst ? t('devices.page.gapNote') : undefined}
      caption={`${device.store.code} ${device.store.name} · ${device.name} · ${formatInstant(window.from, zone)} – ${formatInstant(window.to, zone)} (${zone})`}
      state={state}
      onRetry={props.onRetry}
      legend={[...lines, ...bands]}
      table={tableOf(lines, window, (at) => formatInstant(at, zone), format, t('kit.chart.time'))}
    >
      <Suspense fallback={<Skeleton height={260} />}>
        <LineChart
          series={stableLines}
          bands={bands}
          window={window}
          periodMs={props.periodMs}
          zone={zone}
          format={format}
          formatTime={(at) => formatInstant(at, zone)}
          summary={`${title}: ${lines.map((line) => `${line.name} ${rangeText(line, window, format)}`).join('; ')}`}
          onZoom={props.onZoom}
          heightPx={260}
        />
      </Suspense>
    </ChartCard>
  )
}

/**
 * The same list as before as long as its content is the same, so that a canvas is not redrawn for nothing.
 */
function useStable<Line extends TimeSeries & { readonly name: string }>(
  lines: readonly Line[],
): readonly Line[] {
  const [kept, setKept] = useState(lines)
  const isSame =
    kept.length === lines.length &&
    kept.every((line, index) => line.times === lines[index]?.times && line.name === lines[index]?.name)
  if (!isSame) setKept(lines)
  return isSame ? kept : lines
}

const TABLE_ROWS = 500

function tableOf(
  lines: readonly (TimeSeries & { readonly name: string })[],
  window: TimeSpan,
  timeText: (at: number) => string,
  format: (value: number | null) => string,
  timeTitle: string,
) {
  const times = [...new Set(lines.flatMap((line) => line.times))]
    .filter((at) => at >= window.from && at <= window.to)
    .sort((a, b) => b - a)
    .slice(0, TABLE_ROWS)
  const lookUps = lines.map(
    (line) => new Map(line.times.map((at, index) => [at, line.values[index] ?? null])),
  )
  return {
    header: [timeTitle, ...lines.map((line) => line.name)],
    rows: times.map((at) => [timeText(at), ...lookUps.map((values) => format(values.get(at) ?? null))]),
  }
}

function rangeText(line: TimeSeries, window: TimeSpan, format: (value: number | null) => string): string {
  let low: number | null = null
  let high: number | null = null
  for (const [index, at] of line.times.entries()) {
    const value = line.values[index] ?? null
    if (value === null || at < window.from || at > window.to) continue
    low = low === null ? value : Math.min(low, value)
    high = high === null ? value : Math.max(high, value)
  }
  return `${format(low)} – ${format(high)}`
}

/** Up to the minute, so that the address of the call stays the same while the page is open. */
function lastWeek(): TimeSpan {
  const to = Math.ceil(Date.now() / 60_000) * 60_000
  return { from: to - WEEK_MS, to }
}
