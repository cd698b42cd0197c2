import { scopeOf } from '../../access/scope'
import type { ChangedAlarm } from '../../alarms/alarm-queries'
import type { Alarms } from '../../alarms/alarms'
import { runsOwnFile } from '../../bundles/bundle-queries'
import type { Handlers } from '../../calls/bind-call'
import type { FieldLink } from '../../terminals/field-link'
import { changePolling } from '../change-polling'
import type { DeviceListener } from '../device-listener'
import { countOpenAlarms, selectFilesPolling } from '../device-use-queries'
import { retireDevice, selectScripts } from '../retire-device'
import { presentEquipment } from '../words/present-equipment'
import { deviceIn, lockDevice } from '../write-device'

type RetireCall = 'retireEquipment' | 'getEquipmentUse'

/** What taking devices out of use needs. */
interface RetireCallParts {
  readonly alarms: Alarms
  readonly field: Pick<FieldLink, 'wake'>
  readonly listener: DeviceListener
}

export function equipmentRetireHandlers({
  alarms,
  field,
  listener,
}: RetireCallParts): Pick<Handlers, RetireCall> {
  return {
    /**
     * A device that scripts poll may go: its terminal is given a configuration without it in the same step.
     */
    retireEquipment: async ({ db, user, params, body, clock }) => {
      const now = clock.now()
      const { isRetired } = body
      const done = await db.transaction().execute(async (trx) => {
        const row = await lockDevice(trx, user, params.deviceId, body, now)
        if ((row.removedAt !== null) === isRetired) return { row, ended: [] as readonly ChangedAlarm[] }
        const ended = await retireDevice(
          trx,
          { user, now, watches: alarms.watches, listener },
          row,
          isRetired,
        )
        await changePolling(trx, { user, now }, row)
        return { row: await deviceIn(trx, scopeOf(user), row.deviceId, now), ended }
      })
      alarms.feed.publish(done.ended)
      field.wake()
      return presentEquipment(done.row)
    },

    getEquipmentUse: async ({ db, user, params, clock }) => {
      const row = await deviceIn(db, scopeOf(user), params.deviceId, clock.now())
      const open = await countOpenAlarms(db, row)
      return {
        scripts: await selectScripts(db, row),
        runsOwnFile: await runsOwnFile(db, row.storeId, row.terminalId),
        openAlarms: open,
        sentAgain: row.removedAt === null ? [] : await selectFilesPolling(db, row),
      }
    },
  }
}
