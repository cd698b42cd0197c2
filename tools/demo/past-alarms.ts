import { setTimeout as delay } from 'node:timers/promises'
import { acknowledgeAlarms, assignAlarms, listAlarms, shelveAlarms } from '@coldkeep/contract/areas/alarms'
import { addressOf, type Call } from '@coldkeep/contract/call'
import { type EpochMs, epochMs, hours, later } from '@coldkeep/domain/time/instant'
import { upsertLateDevices } from '@coldkeep/server/alarms/watch-queries'
import type { Db } from '@coldkeep/server/db/connect'
import type { PlantedFleet } from './planted'

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
 * Has the server judge the past that was written in bulk, which did not come through its ingest. Nobody was late with
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

/** What people would have done about the alarms by now: some are seen, a few are somebody's or put aside. */
export async function attendToAlarms(
  address: string,
  account: { readonly login: string; readonly password: string },
  now: EpochMs,
): Promise<void> {
  const token = await signIn(address, account)
  const send = async (call: Call, query: unknown, body?: unknown): Promise<{ alarms: { id: string }[] }> => {
    const response = await fetch(`${address}${addressOf(call, {}, query)}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${token}`,
        language: 'en',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${call.path} answered ${response.status}`)
    return (await response.json()) as { alarms: { id: string }[] }
  }
  const { alarms } = await send(listAlarms, {
    depart: null,
    storeid: null,
    deviceid: null,
    state: 'open',
    page: 1,
    page_size: 200,
  })
  const every = (count: number, from: number) =>
    alarms.filter((_, index) => index % count === from).map(({ id }) => id)
  const does = async (call: Call, ids: string[], more: object) => {
    if (ids.length > 0) await send(call, {}, { ids, ...more })
  }
  await does(acknowledgeAlarms, every(3, 1), { comment: '值班工程師已出發' })
  await does(assignAlarms, every(6, 1), { assignee: 'Kenji Mori' })
  await does(shelveAlarms, every(12, 8), {
    reason: '除霜閥已訂購',
    until: new Date(later(epochMs(now), hours(8))).toISOString(),
  })
}

async function signIn(
  address: string,
  { login, password }: { login: string; password: string },
): Promise<string> {
  const response = await fetch(`${address}/api/v2/auth`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
  })
  if (!response.ok) throw new Error(`The sign-in of ${login} answered ${response.status}`)
  return ((await response.json()) as { token: string }).token
}
