import { sql } from 'kysely'
import type { ChangedAlarm } from '../../alarms/alarm-queries'
import { runsOwnFile } from '../../field/bundle-queries'
import type { Handlers } from '../../http/bind-call'
import { selectScope } from '../../http/scope'
import { presentEquipment } from './present-equipment'
import { retireDevice, selectScripts } from './retire-device'
import { deviceIn, lockDevice } from './write-device'

type RetireCall = 'retireEquipment' | 'getEquipmentUse'

export const equipmentRetireHandlers = {
  /** A device that a script still polls may go: what that reads is stored for nobody until the script is changed. */
  retireEquipment: async ({ db, user, params, body, clock, alarms }) => {
    const now = clock.now()
    const { is_retired } = body
    const done = await db.transaction().execute(async (trx) => {
      const row = await lockDevice(trx, user, params.deviceid, body, now)
      if ((row.removedAt !== null) === is_retired) return { row, ended: [] as readonly ChangedAlarm[] }
      const ended = await retireDevice(trx, { user, now, watches: alarms.watches }, row, is_retired)
      return { row: await deviceIn(trx, await selectScope(trx, user), row.deviceId, now), ended }
    })
    alarms.feed.publish(done.ended)
    return presentEquipment(done.row)
  },

  getEquipmentUse: async ({ db, user, params, clock }) => {
    const row = await deviceIn(db, await selectScope(db, user), params.deviceid, clock.now())
    const { open } = await db
      .selectFrom('alarm')
      .select(sql<number>`count(*)::int`.as('open'))
      .where('storeId', '=', row.storeId)
      .where('deviceId', '=', row.deviceId)
      .where('clearedAt', 'is', null)
      .executeTakeFirstOrThrow()
    return {
      scripts: await selectScripts(db, row),
      runs_own_file: await runsOwnFile(db, row.storeId, row.terminalId),
      open_alarms: open,
    }
  },
} satisfies Pick<Handlers, RetireCall>
