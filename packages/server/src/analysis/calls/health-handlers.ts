import { Problem } from '@coldkeep/contract/problem'
import { DEFAULT_WARNING_RULES } from '@coldkeep/domain/alarms/early-warning-rules'
import type { StoreId } from '@coldkeep/domain/ids'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { scopeOf } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import { selectDevice } from '../../devices/device-queries'
import { chosenDays, chosenStores, lengthsPageInfo, weekPageInfo } from '../../filters/filter'
import { firstStores, MOST_ROWS } from '../../filters/first-stores'
import { warningRulesOfStores } from '../../settings/warning-rules'
import { mapBatches, tableCsv } from '../../wording/table-csv'
import {
  selectHealthByDevice,
  selectHealthOfStores,
  selectLastDays,
  selectScoresByDay,
} from '../shown-health-queries'
import {
  readNewestWarnings,
  selectPresentHealth,
  selectScoreCurve,
  selectWarnings,
} from '../shown-warning-queries'
import { csvOfDevices } from '../store-csv'
import { presentDeviceHealth } from '../words/device-health'
import { listedOf, presentEarlyWarnings, warningRows, warningTableHead } from '../words/early-warning-list'
import { healthRows, healthTableHead, presentHealth } from '../words/health-figures'

const CURVE_DAYS = 7
/** Longer than a week: what a warning comes to is known after two. */
const WARNING_DAYS = 30
const WARNING_LENGTHS_DAYS = [7, 14, 30, 60]

type HealthCall =
  | 'healthPageInfo'
  | 'health'
  | 'healthCsv'
  | 'deviceHealth'
  | 'earlyWarningsPageInfo'
  | 'earlyWarnings'
  | 'earlyWarningsCsv'

export const healthHandlers = {
  healthPageInfo: weekPageInfo,

  health: async ({ db, user, query, clock, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const { scope, storeIds } = await chosenStores(db, user, query)
    const filter = { scope, storeIds, ...days }
    const [{ classes, first, total }, byDay] = await Promise.all([
      selectHealthOfStores(db, filter),
      selectScoresByDay(db, filter),
    ])
    const tabled = firstStores(filter, { storeIds: first.map(({ storeId }) => storeId), total })
    const figures = {
      ...days,
      classes,
      byDay,
      byDevice: await selectHealthByDevice(db, tabled.filter, first),
      extent: tabled.extent,
      now: clock.now(),
    }
    return presentHealth(figures, { language, translate })
  },

  healthCsv: async ({ db, user, query, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const filter = { ...(await chosenStores(db, user, query)), ...days }
    const words = { language, translate }
    const read = async (storeIds: readonly StoreId[]) => {
      const some = { ...filter, storeIds }
      return healthRows(await selectHealthByDevice(db, some, await selectLastDays(db, some)), words)
    }
    return csvOfDevices(db, filter, { head: healthTableHead(words), choice: query, read }, words)
  },

  deviceHealth: async ({ db, user, params, clock, language, translate }) => {
    const device = await selectDevice(db, scopeOf(user), params.deviceId)
    if (device === null) throw new Problem('device.unknown')
    const { storeId, deviceId, timeZone } = device
    const today = localDateOf(timeZone, clock.now())
    const rules = (await warningRulesOfStores(db, [storeId])).get(storeId) ?? DEFAULT_WARNING_RULES
    const figures = {
      threshold: rules.threshold,
      present: await selectPresentHealth(db, storeId, deviceId),
      days: await selectScoreCurve(db, storeId, deviceId, today, CURVE_DAYS),
      zone: timeZone,
    }
    return presentDeviceHealth(figures, { language, translate })
  },

  earlyWarningsPageInfo: (context) => lengthsPageInfo(context, WARNING_DAYS, WARNING_LENGTHS_DAYS),

  earlyWarnings: async ({ db, user, query, clock, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const { scope, storeIds } = await chosenStores(db, user, query)
    const warnings = await selectWarnings(db, { scope, storeIds, ...days })
    const { kind, deviceModelId, outcome } = query
    const listed = { kind, deviceModelId, outcome }
    return presentEarlyWarnings({ ...days, warnings, listed, now: clock.now() }, { language, translate })
  },

  earlyWarningsCsv: async ({ db, user, query, clock, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const filter = { ...(await chosenStores(db, user, query)), ...days }
    const words = { language, translate }
    const now = clock.now()
    const batches = mapBatches(readNewestWarnings(db, filter, MOST_ROWS), (warnings) =>
      warningRows(listedOf(warnings, query, now), now, words),
    )
    return { from: 'batches', batches: tableCsv(warningTableHead(words), query, batches) }
  },
} satisfies Pick<Handlers, HealthCall>
