import {
  MOST_REPORT_DAYS,
  MOST_REPORT_SENSORS,
  MOST_SENSOR_DAYS,
  type WirePick,
} from '@coldkeep/contract/areas/sensor-reports'
import type { calls } from '@coldkeep/contract/calls'
import { Problem } from '@coldkeep/contract/problem'
import type { PointId, StoreId } from '@coldkeep/domain/ids'
import { deviceTypes } from '@coldkeep/domain/organisation/device'
import { kindsIn, sensorGroups } from '@coldkeep/domain/points/sensor-group'
import { days, minutes, seconds } from '@coldkeep/domain/time/instant'
import { instantOf } from '@coldkeep/domain/time/store-calendar'
import { type Scope, scopeOf, selectStoreInScope } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import type { CallContext } from '../../calls/context'
import { pointName } from '../../wording/point-name'
import { ownerOf } from '../download-owner'
import type { Downloads } from '../downloads'
import { orderDownload } from '../order-download'
import { selectDownloads, selectReportDevices } from '../own-download-queries'
import { selectOrdered } from '../sense/select-sensors'
import { reportDays } from '../sense/sense-kind'
import type { SenseOrder } from '../sense/sense-order'
import { type Sensor, selectAllSensors, selectDeviceSensors } from '../sense/sensor-queries'
import { presentDownload, presentStatus } from '../words/present-download'

type ReportCall =
  | 'listSensorGroups'
  | 'listReportDevices'
  | 'listReportSensors'
  | 'orderReport'
  | 'listReports'
  | 'reportStatus'
type OrderContext = CallContext<(typeof calls)['orderReport']>

const KIND = 'sense'

/** What ordering reports needs. */
export interface ReportCallParts {
  readonly downloads: Pick<Downloads, 'wake'>
}

export function reportHandlers({ downloads }: ReportCallParts): Pick<Handlers, ReportCall> {
  return {
    listSensorGroups: ({ translate }) =>
      [null, ...sensorGroups].map((uid) => ({ uid, title: translate(`reports.group.${uid ?? 'all'}`) })),

    listReportDevices: async ({ db, user, query, translate }) => {
      if (query.storeId === undefined) {
        return deviceTypes.map((type) => ({ id: type, title: translate(`devices.type.${type}`) }))
      }
      const scope = scopeOf(user)
      await selectStoreInScope(db, scope, query.storeId)
      const rows = await selectReportDevices(db, scope, query.storeId, kindsIn(query['data-type']))
      return rows.map(({ deviceId, name, removedAt }) => ({
        id: String(deviceId),
        title: removedAt === null ? name : translate('reports.retired', { name }),
      }))
    },

    listReportSensors: async ({ db, user, query, translate }) => {
      const kinds = kindsIn(query['data-type'])
      if (typeof query.dev === 'string') {
        return kinds.map((kind) => ({ id: kind, title: translate(`devices.kind.${kind}`) }))
      }
      const found = await selectDeviceSensors(db, scopeOf(user), query.dev, kinds)
      return found.map(({ pointId, name, unit }) => ({
        id: String(pointId),
        title: `${pointName(name, translate)}${unit === '' ? '' : ` (${unit})`}`,
      }))
    },

    orderReport: async (context) => {
      const { db, user, body, clock, language, translate } = context
      const scope = scopeOf(user)
      const store = await selectStoreInScope(db, scope, body.storeId)
      const input = await orderOf(context, scope, store)
      await selectOrdered(db, user, input)
      const [first, last] = reportDays(input, store.zone)
      const title = translate('reports.orderTitle', {
        store: `${store.code} ${store.name}`,
        count: 'pointIds' in input.of ? input.of.pointIds.length : 0,
        first,
        last,
      })
      const id = await db
        .transaction()
        .execute((trx) => orderDownload(trx, user, { kind: KIND, input, title, language }, clock.now()))
      downloads.wake()
      return { id }
    },

    listReports: async ({ db, user, translate }) => ({
      records: (await selectDownloads(db, ownerOf(user), [KIND])).map((row) =>
        presentDownload(row, translate),
      ),
    }),

    reportStatus: async ({ db, user }) => ({
      jobs: (await selectDownloads(db, ownerOf(user), [KIND])).map(presentStatus),
    }),
  }
}

/** @throws Problem what is wrong with the period or the sensors, and in which field */
async function orderOf(
  { db, body }: OrderContext,
  scope: Scope,
  { storeId, zone }: { readonly storeId: StoreId; readonly zone: string },
): Promise<SenseOrder> {
  const offsetMinutes = body.clock === 'store' ? null : body.offsetMinutes
  const instant = (local: string) => {
    const localMs = Date.parse(`${local}Z`)
    return offsetMinutes === null ? instantOf(zone, localMs) : localMs - minutes(offsetMinutes)
  }
  const from = instant(body.first)
  const to = instant(body.last) + seconds(1)
  if (body.last < body.first) throw new Problem('period.reversed', {}, { dtEnd: 'range' })
  // an hour more for the day on which clocks are put back
  if (to - from > days(MOST_REPORT_DAYS) + minutes(60)) {
    throw new Problem('period.too_long', { days: MOST_REPORT_DAYS }, { dtEnd: 'range' })
  }
  if (body.picks.length > MOST_REPORT_SENSORS) throw tooMany()
  const known = await selectAllSensors(db, scope, storeId)
  const pointIds = [...new Set(body.picks.flatMap((pick) => pointsOf(pick, known)))]
  if (pointIds.length === 0) throw new Problem('report.no_sensors', {}, { query: 'missing' })
  if (pointIds.length > MOST_REPORT_SENSORS) throw tooMany()
  if (pointIds.length * ((to - from) / days(1)) > MOST_SENSOR_DAYS) {
    const most = Math.floor(MOST_SENSOR_DAYS / pointIds.length)
    throw new Problem('report.too_much', { count: pointIds.length, days: most }, { dtEnd: 'range' })
  }
  const { form, format } = body
  return { of: { storeId, pointIds }, from, to, offsetMinutes, form, format }
}

function tooMany(): Problem {
  return new Problem('report.too_many_sensors', { count: MOST_REPORT_SENSORS }, { query: 'length' })
}

/** @throws Problem `point.unknown` for an id that is none of the store's, the same for one of another account */
function pointsOf(pick: WirePick, known: readonly Sensor[]): PointId[] {
  if ('kind' in pick) {
    return known
      .filter((one) => one.deviceType === pick.type && one.kind === pick.kind)
      .map((one) => one.pointId)
  }
  const found = known.find((one) => one.deviceId === pick.deviceId && one.pointId === pick.pointId)
  if (found === undefined) throw new Problem('point.unknown', {}, { query: 'unknown' })
  return [found.pointId]
}
