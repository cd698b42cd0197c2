import type { DeviceId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { ChangedAlarm } from '../../alarms/alarm-queries'
import { beginAlarms, endAlarms } from '../../alarms/end-alarms'
import type { Db } from '../../db/connect'
import { runsOwnFile, selectWantedDocument } from '../../field/bundle-queries'
import type { Handlers } from '../../http/bind-call'
import { selectScope } from '../../http/scope'
import { withdrawWritesTo } from '../../writes/follow-writes'
import { checkUnit } from './check-place'
import { presentEquipment } from './present-equipment'
import { auditEquipment, deviceIn, lockDevice } from './write-device'

type RetireCall = 'retireEquipment' | 'getEquipmentUse'

export const equipmentRetireHandlers = {
  /** A device that a script still polls may go: what that reads is stored for nobody until the script is changed. */
  retireEquipment: async ({ db, user, params, body, clock, alarms }) => {
    const now = clock.now()
    const { is_retired } = body
    const done = await db.transaction().execute(async (trx) => {
      const row = await lockDevice(trx, user, params.deviceid, body, now)
      const { storeId, deviceId, terminalId, portId, unitId, name } = row
      const isRetired = row.removedAt !== null
      if (isRetired === is_retired) return { row, ended: [] as readonly ChangedAlarm[] }
      if (!is_retired) await checkUnit(trx, { storeId, terminalId, portId, unitId }, deviceId)
      const ended = is_retired ? await endAlarms(trx, alarms.watches, row, now) : []
      await trx
        .updateTable('device')
        .set({ removedAt: is_retired ? now : null, revision: row.revision + 1 })
        .where('storeId', '=', storeId)
        .where('deviceId', '=', deviceId)
        .execute()
      if (is_retired) await withdrawWritesTo(trx, row, now)
      if (!is_retired) await beginAlarms(trx, alarms.watches, row, now)
      const scripts = await selectScripts(trx, row)
      const detail = { name, unit_id: unitId, port: portId, scripts: scripts.map((script) => script.name) }
      await auditEquipment(trx, { user, now }, is_retired ? 'retire' : 'restore', row, detail)
      return { row: await deviceIn(trx, await selectScope(trx, user), deviceId, now), ended }
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

/** Scripts of the wanted configuration that ask points of a device, with how many of their requests do. */
async function selectScripts(
  db: Db,
  device: { readonly storeId: StoreId; readonly deviceId: DeviceId; readonly terminalId: TerminalId },
): Promise<{ name: string; commands: number }[]> {
  const wanted = await selectWantedDocument(db, device.terminalId)
  if (wanted === null) return []
  const points = await db
    .selectFrom('point')
    .select('pointId')
    .where('storeId', '=', device.storeId)
    .where('deviceId', '=', device.deviceId)
    .execute()
  const own = new Set(points.map(({ pointId }) => pointId))
  return wanted.scripts.flatMap(({ name, commands }) => {
    const count = commands.filter(({ nodes }) => nodes.some(({ pointId }) => own.has(pointId))).length
    return count === 0 ? [] : [{ name, commands: count }]
  })
}
