import { advanceDevice, releaseDevice, STRAGGLER_WAIT_MS } from '@coldkeep/domain/alarms/device-watch'
import { isSteady, silenceOf } from '@coldkeep/domain/alarms/host-life'
import type { StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import type { RoundWork, SetAside } from '../tasks/set-aside'
import { clearParents } from './alarm-queries'
import type { Alarms } from './alarms'
import { type NamedDevice, nameOfDevice } from './device-names'
import { selectLife } from './host-life-queries'
import { deleteWatches, selectDueDevices, selectHeldDevices } from './watch-queries'

const dueDevices: RoundWork<NamedDevice> = { round: 'alarm_clock', nameOf: nameOfDevice }
const heldDevices: RoundWork<NamedDevice> = { round: 'held_alarms', nameOf: nameOfDevice }
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
    const due = await selectDueDevices(db, upTo, aside.waiting(dueDevices, now), DEVICES_AT_ONCE)
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
  due: readonly NamedDevice[],
  upTo: EpochMs,
  now: EpochMs,
): Promise<void> {
  const step = await db.transaction().execute(async (trx) => {
    const stores = await watches.lock(trx, storesOf(due), now)
    const life = await selectLife(trx, storesOf(due), { from: upTo - LIFE_MS, to: now }, false)
    const gone: NamedDevice[] = []
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
