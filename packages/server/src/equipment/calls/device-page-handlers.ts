import {
  MOST_SERIES_COLUMNS,
  MOST_SERIES_COLUMNS_TOGETHER,
  MOST_SERIES_POINTS,
} from '@coldkeep/contract/areas/devices'
import { Problem } from '@coldkeep/contract/problem'
import type { DeviceId, PointId } from '@coldkeep/domain/ids'
import { liveValues } from '@coldkeep/domain/points/live-values'
import { measuredKinds, type PointKind } from '@coldkeep/domain/points/point'
import { quality } from '@coldkeep/domain/points/reading'
import { days, epochMs } from '@coldkeep/domain/time/instant'
import { scopeOf } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import {
  type LatestCycle,
  type PlacedDevice,
  searchDevices,
  selectDepartmentNames,
  selectDevice,
  selectLatestCycles,
  selectPoints,
} from '../../devices/device-queries'
import type { DrawingThreads } from '../../storage/drawing-threads'
import { selectStoredBytes } from '../../storage/read-series'
import { pointName } from '../../wording/point-name'
import { mayOperate } from '../../writes/write-targets'

const LONGEST_SERIES_DAYS = 40
/** Of a device from which nothing is read yet. */
const DEFAULT_PERIOD_SECONDS = 300

type DeviceCall = 'getDevice' | 'deviceSeries' | 'searchDevices'

/** What pages of devices need. */
export interface DeviceCallParts {
  readonly drawing: Pick<DrawingThreads, 'run'>
}

export function deviceHandlers({ drawing }: DeviceCallParts): Pick<Handlers, DeviceCall> {
  return {
    getDevice: async ({ db, user, params, clock, translate }) => {
      const device = await findDevice(db, user, params.deviceId)
      const points = (await selectPoints(db, device.storeId, device.deviceId)).filter(({ kind }) =>
        isMeasured(kind),
      )
      const cycles = await selectMeasuredCycles(db, device)
      const live = liveValues(cycles, clock.now())
      return {
        id: device.deviceId,
        name: device.name,
        type: device.type,
        zone: device.zone,
        brand: device.brand,
        model: device.model,
        unitId: device.unitId,
        mayOperate: mayOperate(user, device),
        periodSeconds: periodSecondsOf(cycles),
        store: await storeOf(db, user, device),
        terminal: terminalOf(device),
        points: points.map(({ pointId, name, ...point }) => ({
          ...point,
          id: pointId,
          name: pointName(name, translate),
          ...(live.get(pointId) ?? { value: null, quality: quality.timeout, at: null }),
        })),
      }
    },

    deviceSeries: async ({ db, user, params, query }) => {
      const device = await findDevice(db, user, params.deviceId)
      const period = { startAt: epochMs(query.start), endAt: epochMs(query.end) }
      if (period.endAt <= period.startAt) throw new Problem('period.reversed')
      if (period.endAt - period.startAt > days(LONGEST_SERIES_DAYS)) {
        throw new Problem('period.too_long', { days: LONGEST_SERIES_DAYS })
      }
      const pointIds = query.points.split(',').map((id) => Number(id) as PointId)
      const columns = columnsOf(pointIds.length, query.columns)
      const known = new Set(
        (await selectPoints(db, device.storeId, device.deviceId)).map((point) => point.pointId),
      )
      if (!pointIds.every((id) => known.has(id))) throw new Problem('point.unknown')
      const cycles = await selectLatestCycles(db, device.storeId, device.deviceId)
      const isPolled = ({ valuePoints, counterPoints }: LatestCycle) =>
        [...valuePoints, ...counterPoints].some((id) => pointIds.includes(id))
      const periodSeconds = periodSecondsOf(cycles.filter(isPolled))
      const seriesQuery = {
        storeId: device.storeId,
        pointIds: new Map([[device.deviceId, pointIds]]),
        from: period.startAt,
        to: period.endAt,
      }
      const stored = await selectStoredBytes(db, seriesQuery)
      const drawn = await drawing.run({ stored, pointIds, period, periodSeconds, columns })
      return {
        periodSeconds,
        series: drawn.map(({ pointId, timesMs, values }) => ({
          point: String(pointId),
          times: Array.from(timesMs),
          values: Array.from(values, (value) => (Number.isNaN(value) ? null : value)),
        })),
      }
    },

    searchDevices: ({ db, user, query }) => searchDevices(db, scopeOf(user), query.search),
  }
}

/** @throws Problem `series.too_many_points`, `series.too_wide` */
function columnsOf(points: number, polled: number | undefined): number {
  if (points > MOST_SERIES_POINTS) throw new Problem('series.too_many_points', { most: MOST_SERIES_POINTS })
  const most = Math.min(MOST_SERIES_COLUMNS, Math.floor(MOST_SERIES_COLUMNS_TOGETHER / points))
  if (polled !== undefined && polled > most) throw new Problem('series.too_wide', { columns: most })
  return polled ?? most
}

async function findDevice(db: Db, user: SignedIn, deviceId: DeviceId): Promise<PlacedDevice> {
  const device = await selectDevice(db, scopeOf(user), deviceId)
  if (device === null) throw new Problem('device.unknown')
  return device
}

/**
 * What is measured at the device. Its page leaves out what is reported about the bus, which has a page of its
 * own.
 */
async function selectMeasuredCycles(db: Db, { storeId, deviceId }: PlacedDevice): Promise<LatestCycle[]> {
  return (await selectLatestCycles(db, storeId, deviceId)).filter(({ countsBus }) => !countsBus)
}

function isMeasured(kind: PointKind): boolean {
  return measuredKinds.some((one) => one === kind)
}

/** The shortest, where several scripts read the device. */
function periodSecondsOf(cycles: readonly LatestCycle[]): number {
  return cycles.length === 0
    ? DEFAULT_PERIOD_SECONDS
    : Math.min(...cycles.map((cycle) => cycle.periodSeconds))
}

async function storeOf(db: Db, user: SignedIn, device: PlacedDevice) {
  return {
    id: device.storeId,
    code: device.storeCode,
    name: device.storeName,
    address: device.address,
    zone: device.timeZone,
    departments: await selectDepartmentNames(db, user, device),
    vendor: device.vendorName,
  }
}

function terminalOf(device: PlacedDevice) {
  return {
    id: device.terminalId,
    state: device.connection ?? 'never_seen',
    since: device.since,
    hostLostSince: device.hostLostSince,
    lastMessageAt: device.lastMessageAt,
  } as const
}
