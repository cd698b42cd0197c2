import { deviceSeries } from '@coldkeep/contract/areas/devices'
import type { busHealth } from '@coldkeep/contract/areas/field-health'
import type { Answer } from '@coldkeep/contract/call'
import { type BusKind, busKinds } from '@coldkeep/domain/points/point'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { Suspense, useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { ChartCard } from '../../kit/chart/ChartCard'
import { seriesColor } from '../../kit/chart/palette'
import type { TimeSpan } from '../../kit/chart/time-series'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useLanguage, useText } from '../../kit/text'

const LineChart = lazily(() => import('../../kit/chart/LineChart'), 'LineChart')

const HEIGHT_PX = 240
const COLUMNS = 600
/** Of these a chart is worth looking at together; the time has an axis of its own and is in the table. */
const drawnKinds: readonly BusKind[] = [
  'bus_requests',
  'bus_answers',
  'bus_timeouts',
  'bus_bad_frames',
  'bus_exceptions',
]

export type BusEntry = Answer<typeof busHealth>['devices'][number]

export interface BusDayProps {
  readonly device: BusEntry
  readonly from: number
  readonly until: number
}

/** The requests to one device, interval by interval, over the last day. */
export function BusDay({ device, from, until }: BusDayProps) {
  const t = useText()
  const language = useLanguage()
  const [window, setWindow] = useState<TimeSpan | null>(null)
  const { zone } = device.store
  const points = useMemo(
    () =>
      busKinds.flatMap((kind) => {
        const id = device.points[kind]
        return id === undefined ? [] : [{ kind, id }]
      }),
    [device.points],
  )
  const answer = useCall(
    deviceSeries,
    {
      params: { deviceId: device.id },
      query: { points: points.map(({ id }) => id).join(','), start: from, end: until, columns: COLUMNS },
    },
    { keepsPrevious: true },
  )
  const named = useMemo(() => {
    const read = new Map(answer.data?.series.map((one) => [one.point, one]))
    return points.map(({ kind, id }, index) => ({
      kind,
      name: t(`devices.kind.${kind}`),
      color: seriesColor(index),
      times: read.get(String(id))?.times ?? [],
      values: read.get(String(id))?.values ?? [],
    }))
  }, [answer.data, points, t])
  const drawn = useMemo(() => named.filter(({ kind }) => drawnKinds.includes(kind)), [named])
  const shown = window ?? { from, to: until }
  const title = t('fieldHealth.dayOf', { device: device.name })
  const when = `${formatInstant(shown.from, zone)} – ${formatInstant(shown.to, zone)} (${zone})`
  const format = (value: number | null) => formatNumber(language, value)
  const isEmpty = named.every(({ times }) => times.length === 0)
  const times = [...new Set(named.flatMap((one) => one.times))].sort((a, b) => b - a)
  const valueAt = named.map((one) => new Map(one.times.map((at, index) => [at, one.values[index] ?? null])))
  return (
    <ChartCard
      title={title}
      note={t('fieldHealth.requestsAxis')}
      caption={`${device.store.code} ${device.store.name} · ${when}`}
      state={
        answer.isLoading ? 'loading' : answer.isError && !answer.data ? 'failed' : isEmpty ? 'empty' : 'ready'
      }
      onRetry={() => void answer.refetch()}
      legend={drawn}
      table={{
        header: [
          t('kit.chart.time'),
          ...named.map(({ name, kind }) => (kind === 'bus_response_ms' ? `${name} ms` : name)),
        ],
        rows: times.map((at) => [
          formatInstant(at, zone),
          ...valueAt.map((values) => format(values.get(at) ?? null)),
        ]),
      }}
    >
      <Suspense fallback={<Skeleton height={HEIGHT_PX} />}>
        <LineChart
          series={drawn}
          window={shown}
          periodMs={1000 * (answer.data?.periodSeconds ?? 300)}
          zone={zone}
          format={format}
          formatTime={(at) => formatInstant(at, zone)}
          summary={`${title}. ${when}`}
          onZoom={setWindow}
          heightPx={HEIGHT_PX}
        />
      </Suspense>
    </ChartCard>
  )
}
