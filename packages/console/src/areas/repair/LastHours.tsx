import { deviceSeries } from '@coldkeep/contract/areas/devices'
import type { RepairCurve } from '@coldkeep/contract/areas/repair-insight'
import type { DeviceId } from '@coldkeep/domain/ids'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { Suspense, useEffect, useId, useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { seriesColor } from '../../kit/chart/palette'
import type { TimeSeries, TimeSpan } from '../../kit/chart/time-series'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './case-actions.module.css'

const LineChart = lazily(() => import('../../kit/chart/LineChart'), 'LineChart')

const HOURS = 6
const HEIGHT_PX = 140
const COLUMNS = 180
const REFRESH_MS = 60_000
const NO_SERIES: TimeSeries = { times: [], values: [] }

export interface LastHoursProps {
  readonly deviceId: DeviceId
  readonly curve: RepairCurve
  /** IANA zone of the store. */
  readonly zone: string
}

/** The air of the equipment of a case in the last six hours, with the limits from which alarms are raised. */
export function LastHours({ deviceId, curve, zone }: LastHoursProps) {
  const t = useText()
  const language = useLanguage()
  const headingId = useId()
  const window = useLastHours()
  const { point } = curve
  const answer = useCall(
    deviceSeries,
    {
      params: { deviceId },
      query: { points: String(point.id), start: window.from, end: window.to, columns: COLUMNS },
    },
    { keepsPrevious: true, quiet: true },
  )
  const found = answer.data?.series[0]
  const series = useMemo(
    () => (found === undefined ? NO_SERIES : { times: found.times, values: found.values }),
    [found],
  )
  const lines = useMemo(() => [{ ...series, name: point.name, color: seriesColor(0) }], [series, point.name])
  const limits = useMemo(
    () => curve.limits.map(({ side, value }) => ({ value, label: t(`repair.curve.limit.${side}`) })),
    [curve.limits, t],
  )
  const format = (value: number | null) => formatNumber(language, value, { decimals: 1, unit: point.unit })
  const known = series.values.flatMap((value) => value ?? [])
  const bounds = limits.map(({ label, value }) => `${label} ${format(value)}`)
  const title = t('repair.phone.hours', { hours: HOURS })
  const range = known.length === 0 ? [] : [`${format(Math.min(...known))} – ${format(Math.max(...known))}`]
  const words = wordsFor(answer)
  return (
    <section className={styles.hours} aria-labelledby={headingId}>
      <header>
        <h3 id={headingId}>{title}</h3>
        <span className={frame.note}>{bounds.join(' · ')}</span>
      </header>
      {words === 'loading' ? (
        <Skeleton height={HEIGHT_PX} />
      ) : words !== null ? (
        <p className={frame.note}>{t(words)}</p>
      ) : known.length === 0 ? (
        <p className={frame.note}>{t('kit.state.noData')}</p>
      ) : (
        <Suspense fallback={<Skeleton height={HEIGHT_PX} />}>
          <LineChart
            series={lines}
            window={window}
            periodMs={curve.periodSeconds * 1000}
            zone={zone}
            limits={limits}
            format={format}
            formatTime={(at) => formatInstant(at, zone)}
            summary={[`${title}: ${point.name}`, ...range, ...bounds].join('; ')}
            onZoom={ignore}
            heightPx={HEIGHT_PX}
          />
        </Suspense>
      )}
    </section>
  )
}

/** What stands instead of a curve that has never come; `null`: it has. */
function wordsFor({
  data,
  isError,
  fetchStatus,
}: Pick<ReturnType<typeof useCall>, 'data' | 'isError' | 'fetchStatus'>) {
  if (data !== undefined) return null
  if (fetchStatus === 'paused') return 'repair.phone.noConnection'
  return isError ? 'kit.state.failedTitle' : 'loading'
}

/** It is too small to look at a part of it. */
function ignore(): void {}

/** Goes on with the minute. */
function useLastHours(): TimeSpan {
  const [to, setTo] = useState(thisMinute)
  useEffect(() => {
    const timer = setInterval(() => setTo(thisMinute()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return useMemo(() => ({ from: to - HOURS * 3_600_000, to }), [to])
}

function thisMinute(): number {
  return Math.ceil(Date.now() / 60_000) * 60_000
}
