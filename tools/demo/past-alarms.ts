import { setTimeout as delay } from 'node:timers/promises'
import { acknowledgeAlarms, assignAlarms, listAlarms, shelveAlarms } from '@coldkeep/contract/areas/alarms'
import { type EpochMs, hours, later } from '@coldkeep/domain/time/instant'
import { upsertLateDevices } from '@coldkeep/server/alarms/watch-queries'
import type { Db } from '@coldkeep/server/db/connect'
import type { PlantedFleet } from './planted'
import type { Visitor } from './visitor'

export interface PastAlarms {
  readonly db: Db
  readonly planted: PlantedFleet
  /** From here on the past is there. */
  readonly since: EpochMs
  readonly now: EpochMs
  readonly shouldStop: () => boolean
}

const LOOK_AGAIN_MS = 1_000

/**
 * Has the server judge the past that was written in bulk, which did not come through its ingest. No one was late with
 * it, so its alarms do not say so.
 * @returns false when it was stopped before the end
 */
export async function judgePast({ db, planted, since, now, shouldStop }: PastAlarms): Promise<boolean> {
  const devices = planted.stores.flatMap(({ storeId, devices }) =>
    devices.map(({ deviceId }) => ({ storeId, deviceId, since })),
  )
  await upsertLateDevices(db, devices, now)
  while (await hasLateDevices(db)) {
    if (shouldStop()) return false
    await delay(LOOK_AGAIN_MS)
  }
  await db
    .updateTable('alarm')
    .set({ isLate: false })
    .where('isLate', '=', true)
    .where('raisedAt', '<', now)
    .execute()
  return true
}

async function hasLateDevices(db: Db): Promise<boolean> {
  return (await db.selectFrom('alarmLate').select('deviceId').limit(1).executeTakeFirst()) !== undefined
}

/** What people would have done about the alarms by now: some are seen, a few are assigned or shelved. */
export async function attendToAlarms(visitor: Visitor, now: EpochMs): Promise<void> {
  const { alarms } = await visitor.call(listAlarms, {
    query: { departmentId: null, storeId: null, deviceId: null, state: 'open', page: 1, pageSize: 200 },
  })
  const every = (count: number, from: number) =>
    alarms.filter((_, index) => index % count === from).map(({ id }) => id)
  await visitor.call(acknowledgeAlarms, { body: { ids: every(3, 1), comment: '值班工程師已出發' } })
  await visitor.call(assignAlarms, { body: { ids: every(6, 1), assignee: 'Kenji Mori' } })
  await visitor.call(shelveAlarms, {
    body: { ids: every(12, 8), reason: '除霜閥已訂購', until: later(now, hours(8)) },
  })
}
