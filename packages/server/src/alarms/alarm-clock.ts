import { advanceDevice, releaseDevice, STRAGGLER_WAIT_MS } from '@coldkeep/domain/alarms/device-watch'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { instantText } from '../db/instants'
import type { RoundWork, SetAside } from '../tasks/set-aside'
import type { ChangedAlarm } from './alarm-queries'
import type { Alarms } from './alarms'
import { isNoDeviceOf, type NamedDevice, nameOfDevice } from './device-names'
import { isSteady, selectLife, silenceOf } from './host-life'

type DueDevice = NamedDevice

const dueDevices: RoundWork<DueDevice> = { round: 'alarm_clock', nameOf: nameOfDevice }
const heldDevices: RoundWork<DueDevice> = { round: 'held_alarms', nameOf: nameOfDevice }
const DEVICES_AT_ONCE = 500
/** Life is looked at this far back: what was due longer ago finds its terminal silent. */
const LIFE_MS = hours(3)
/** A terminal that is back must stay so long, and its devices must have been polled twice. */
const STEADY_MS = minutes(10)
const POLLS_AFTER_RETURN = 2

/**
 * Lets the clock of the alarms run: what falls due without a reading happens at its own instant. Costs what is due,
 * however many devices there are.
 */
export async function runAlarmClock(
  db: Db,
  alarms: Alarms,
  aside: SetAside,
  now: EpochMs,
  shouldStop: () => boolean = () => false,
): Promise<number> {
  const upTo = later(now, -STRAGGLER_WAIT_MS)
  let count = 0
  while (!shouldStop()) {
    const due = await selectDueDevices(db, upTo, aside.waiting(dueDevices, now))
    await aside.work(dueDevices, due, now, async (some) => {
      await advanceDevices(db, alarms, some, upTo, now)
      count += some.length
    })
    if (due.length < DEVICES_AT_ONCE) break
  }
  return count
}

async function advanceDevices(
  db: Db,
  { watches, feed }: Alarms,
  due: readonly DueDevice[],
  upTo: EpochMs,
  now: EpochMs,
): Promise<void> {
  const step = await db.transaction().execute(async (trx) => {
    const stores = await watches.lock(trx, storesOf(due), now)
    const life = await selectLife(trx, storesOf(due), { from: upTo - LIFE_MS, to: now }, false)
    const gone: DueDevice[] = []
    for (const { storeId, deviceId } of due) {
      const entry = stores.device(storeId, deviceId)
      if (entry === undefined) {
        gone.push({ storeId, deviceId })
        continue
      }
      const isSilent = silenceOf(life, entry.terminalId)
      stores.take(storeId, deviceId, advanceDevice(entry.watch, entry.device, upTo, isSilent))
      stores.keep(storeId, deviceId)
    }
    await deleteWatches(trx, gone)
    return { changed: await stores.write(), committed: () => stores.committed() }
  })
  step.committed()
  feed.publish(step.changed)
}

/** Judges lost contacts that were held back or hidden, once their terminal is back for good. */
export async function releaseHeld(
  db: Db,
  { watches, feed }: Alarms,
  aside: SetAside,
  now: EpochMs,
): Promise<number> {
  const held = await selectHeldDevices(db)
  if (held.length === 0) return 0
  const upTo = later(now, -STRAGGLER_WAIT_MS)
  const life = await selectLife(db, storesOf(held), { from: upTo - LIFE_MS, to: upTo }, false)
  const back = held.filter(({ terminalId, periodSeconds }) =>
    isSteady(life, terminalId, upTo, Math.max(STEADY_MS, POLLS_AFTER_RETURN * 1000 * periodSeconds)),
  )
  let count = 0
  await aside.work(heldDevices, back, now, async (some) => {
    const step = await db.transaction().execute(async (trx) => {
      const stores = await watches.lock(trx, storesOf(some), now)
      for (const { storeId, deviceId } of some) {
        const entry = stores.device(storeId, deviceId)
        if (entry === undefined) continue
        stores.take(storeId, deviceId, releaseDevice(entry.watch, entry.device, upTo))
        stores.keep(storeId, deviceId)
      }
      const changed = await stores.write()
      await clearParents(trx, changed)
      return { changed, committed: () => stores.committed() }
    })
    step.committed()
    feed.publish(step.changed)
    count += some.length
  })
  return count
}

function storesOf(devices: readonly { readonly storeId: StoreId }[]): StoreId[] {
  return [...new Set(devices.map((device) => device.storeId))].sort((a, b) => a - b)
}

async function selectDueDevices(db: Db, upTo: EpochMs, but: readonly DueDevice[]): Promise<DueDevice[]> {
  return db
    .selectFrom('alarmWatch')
    .select(['storeId', 'deviceId'])
    .where('dueAt', '<', upTo)
    .where(isNoDeviceOf(but))
    .orderBy('dueAt')
    .orderBy('storeId')
    .orderBy('deviceId')
    .limit(DEVICES_AT_ONCE)
    .execute()
}

async function deleteWatches(trx: Trx, devices: readonly DueDevice[]): Promise<void> {
  if (devices.length === 0) return
  await sql`
    delete from alarm_watch w using unnest(
      ${devices.map((row) => row.storeId)}::int[], ${devices.map((row) => row.deviceId)}::bigint[]
    ) as u (store_id, device_id)
    where w.store_id = u.store_id and w.device_id = u.device_id`.execute(trx)
}

interface HeldDevice extends DueDevice {
  readonly terminalId: TerminalId
  readonly periodSeconds: number
}

/** Devices of which something is held back, of terminals that are not lost (any more). */
async function selectHeldDevices(db: Db): Promise<HeldDevice[]> {
  const { rows } = await sql<HeldDevice>`
    select w.store_id, w.device_id, d.terminal_id, coalesce(min(l.period_seconds), 300) as period_seconds
    from alarm_watch w
      join device d on d.store_id = w.store_id and d.device_id = w.device_id
      join terminal_state t on t.store_id = w.store_id and t.terminal_id = d.terminal_id
      left join point_list l on l.store_id = w.store_id and l.device_id = w.device_id and l.last_revision is null
    where w.is_held and t.host_lost_since is null
    group by w.store_id, w.device_id, d.terminal_id order by w.store_id, w.device_id`.execute(db)
  return rows
}

async function clearParents(trx: Trx, changed: readonly ChangedAlarm[]): Promise<void> {
  if (changed.length === 0) return
  await sql`
    update alarm a set parent_id = null
    from unnest(${changed.map((row) => row.storeId)}::int[], ${changed.map((row) => row.alarmId)}::bigint[])
      as u (store_id, alarm_id)
    where a.store_id = u.store_id and a.alarm_id = u.alarm_id and a.state <> 'suppressed'`.execute(trx)
}

/** Hides lost contacts of terminals that are lost under the alarm of their terminal. */
export async function setParents(
  trx: Trx,
  hosts: readonly { readonly storeId: StoreId; readonly terminalId: TerminalId; readonly alarmId: number }[],
  now: EpochMs,
): Promise<void> {
  await sql`
    update alarm a set parent_id = u.alarm_id, changed_at = ${instantText(now)}::timestamptz
    from unnest(${hosts.map((row) => row.storeId)}::int[], ${hosts.map((row) => row.terminalId)}::text[],
      ${hosts.map((row) => row.alarmId)}::bigint[]) as u (store_id, terminal_id, alarm_id)
    where a.store_id = u.store_id and a.terminal_id = u.terminal_id and a.state = 'suppressed'`.execute(trx)
}
