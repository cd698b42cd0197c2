import { MOST_SERIES_COLUMNS } from '@coldkeep/contract/areas/devices'
import type { PointKind } from '@coldkeep/domain/points/point'
import { days, type EpochMs, epochMs, later } from '@coldkeep/domain/time/instant'
import type { Period } from '@coldkeep/domain/time/period'
import type { Db } from '../db/connect'
import { selectLatestCycles, selectPoints } from '../devices/device-queries'
import type { DrawnSeries } from '../storage/draw-series'
import type { DrawingThreads } from '../storage/drawing-threads'
import { selectStoredBytes } from '../storage/read-series'
import type { RepairCase } from './case-queries'

/** How the equipment of a case went, from the day before it was reported. */
export interface CaseCurve {
  readonly period: Period
  readonly lines: readonly (DrawnSeries & { readonly name: string; readonly kind: PointKind })[]
}

/** What a reader looks for first; two lines can be told apart in black and white. */
const SHOWN_KINDS: readonly PointKind[] = ['air_temperature', 'product_temperature', 'evaporator_temperature']
const MOST_LINES = 2
const BEFORE_MS = days(1)
const AFTER_MS = days(1)
const LONGEST_MS = days(40)
const DEFAULT_PERIOD_SECONDS = 300

/** Until the day after it was closed, or now; `null`: it is of no equipment, or of one without temperatures. */
export async function readCaseCurve(
  db: Db,
  drawing: Pick<DrawingThreads, 'run'>,
  { storeId, deviceId, reportedAt, closedAt }: RepairCase,
  now: EpochMs,
): Promise<CaseCurve | null> {
  if (deviceId === null) return null
  const known = await selectPoints(db, storeId, deviceId)
  const points = SHOWN_KINDS.flatMap((kind) => known.filter((point) => point.kind === kind)).slice(
    0,
    MOST_LINES,
  )
  if (points.length === 0) return null
  const startAt = later(reportedAt, -BEFORE_MS)
  const last = closedAt === null ? now : Math.min(now, later(closedAt, AFTER_MS))
  const period = { startAt, endAt: epochMs(Math.min(last, later(startAt, LONGEST_MS))) }
  const pointIds = points.map(({ pointId }) => pointId)
  const cycles = (await selectLatestCycles(db, storeId, deviceId)).filter(({ valuePoints }) =>
    valuePoints.some((id) => pointIds.includes(id)),
  )
  const periodSeconds = Math.min(DEFAULT_PERIOD_SECONDS, ...cycles.map((cycle) => cycle.periodSeconds))
  const stored = await selectStoredBytes(db, {
    storeId,
    pointIds: new Map([[deviceId, pointIds]]),
    ...{ from: period.startAt, to: period.endAt },
  })
  const columns = Math.floor(MOST_SERIES_COLUMNS / 4)
  const drawn = await drawing.run({ stored, pointIds, period, periodSeconds, columns })
  const lines = points.flatMap(({ name, kind }, place) => {
    const series = drawn[place]
    return series === undefined ? [] : [{ ...series, name, kind }]
  })
  return { period, lines }
}
