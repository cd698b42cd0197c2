import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { localDate } from '@coldkeep/domain/time/local-date'
import { upsertConnectionDays } from '../analysis/connection-day-queries'
import type { Db } from '../db/connect'
import { refreshAreaDays } from '../organisation/area-days'
import { NOON } from './test-server'

/** Stores the slots of one device and day, as the analysis would; what is left out is 0, the poll period 300 s. */
export async function insertConnectionDay(
  db: Db,
  storeId: StoreId,
  deviceId: DeviceId,
  on: string,
  slots: {
    readonly ok?: number
    readonly deviceLost?: number
    readonly hostLost?: number
    readonly excluded?: number
    readonly periodSeconds?: number
  },
): Promise<void> {
  const { ok = 0, deviceLost = 0, hostLost = 0, excluded = 0, periodSeconds = 300 } = slots
  const counts = { ok, okLive: ok, deviceLost, hostLost, excluded, periodSeconds }
  const day = { storeId, deviceId, on: localDate(on), ...counts, through: null }
  await upsertConnectionDays(db, [day], NOON)
  await refreshAreaDays(db)
}
