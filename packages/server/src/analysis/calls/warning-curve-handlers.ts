import { Problem } from '@coldkeep/contract/problem'
import { epochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { addDays, daysBetween } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { scopeOf } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import { selectDevice } from '../../devices/device-queries'
import { selectScoreCurve, selectWarning } from '../shown-warning-queries'
import { presentWarningCurve } from '../words/warning-curve'

/** Days that are shown before what the rule judged, and after the warning. */
const DAYS_BEFORE = 2
const DAYS_AFTER = 3

export const warningCurveHandlers = {
  earlyWarningCurve: async ({ db, user, query, language, translate }) => {
    const device = await selectDevice(db, scopeOf(user), query.deviceId)
    if (device === null) throw new Problem('device.unknown')
    const { storeId, deviceId, timeZone: zone } = device
    const warning = await selectWarning(db, { storeId, deviceId }, query.kind, epochMs(query.raised))
    if (warning === null) throw new Problem('warning.unknown')
    const first = addDays(
      localDateOf(zone, later(warning.raisedAt, -minutes(warning.judgedMinutes))),
      -DAYS_BEFORE,
    )
    const last = addDays(localDateOf(zone, warning.raisedAt), DAYS_AFTER)
    const days = await selectScoreCurve(db, storeId, deviceId, last, daysBetween(first, last) + 1)
    const { name: deviceName, storeName } = device
    const figures = { warning, deviceName, storeName, days, zone }
    return { zone, curve: presentWarningCurve(figures, { language, translate }) }
  },
} satisfies Pick<Handlers, 'earlyWarningCurve'>
