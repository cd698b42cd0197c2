import { suppressDevice } from '@coldkeep/domain/alarms/device-watch'
import { isAside, raiseAgain, returnToNormal } from '@coldkeep/domain/alarms/open-alarm'
import { HOST_LOST_CRITICAL_AFTER_MS, priorityOfHostLost, rankOf } from '@coldkeep/domain/alarms/priority'
import type { AlarmId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { Trx } from '../db/connect'
import { type ChangedAlarm, insertEvents, setParents } from './alarm-queries'
import type { AlarmWatches } from './alarm-watches'
import { HOST_LOST, selectOpenHost } from './host-alarm-queries'
import { type AlarmRecord, insertAlarmRecord, updateUnwatched } from './open-record-queries'
import { alarmOf } from './open-records'
import type { HostLostChange } from './run-host-lost'

/** What a transaction did to alarms, for after its commit. */
export interface HostAlarmStep {
  readonly changed: readonly ChangedAlarm[]
  committed(): void
}

/**
 * Raises and clears the alarms of whole terminals, in the transaction that records their state. Lost contacts
 * of their devices are hidden under a raised one.
 */
export async function applyHostChanges(
  trx: Trx,
  watches: AlarmWatches,
  changes: readonly HostLostChange[],
  now: EpochMs,
): Promise<HostAlarmStep> {
  const storeIds = [...new Set(changes.map((change) => change.storeId))].sort((a, b) => a - b)
  const stores = await watches.lock(trx, storeIds, now)
  const changed: ChangedAlarm[] = []
  const lost: { storeId: StoreId; terminalId: TerminalId; alarmId: AlarmId }[] = []
  for (const change of changes) {
    const { storeId, terminalId, event } = change
    const open = await selectOpenHost(trx, storeId, terminalId)
    const alarmId =
      event.kind === 'raised'
        ? await raiseHost(trx, change, open, event.firstLostAt, event.at, now)
        : await takeHostBack(trx, open, event.at, now)
    if (alarmId === null) continue
    changed.push({ storeId, alarmId })
    if (event.kind === 'cleared') continue
    lost.push({ storeId, terminalId, alarmId })
    for (const entry of stores.store(storeId)?.devices.values() ?? []) {
      if (entry.terminalId !== terminalId) continue
      stores.take(storeId, entry.deviceId, suppressDevice(entry.watch, entry.device, event.at))
    }
  }
  changed.push(...(await stores.write()))
  if (lost.length > 0) await setParents(trx, lost, now)
  return { changed, committed: () => stores.committed() }
}

async function raiseHost(
  trx: Trx,
  { storeId, terminalId }: HostLostChange,
  open: AlarmRecord | null,
  startedAt: EpochMs,
  at: EpochMs,
  now: EpochMs,
): Promise<AlarmId> {
  const escalatesAt = later(startedAt, HOST_LOST_CRITICAL_AFTER_MS + 1)
  if (open !== null) {
    const { storeId: store, alarmId } = open
    await updateUnwatched(trx, open, raiseAgain(alarmOf(open), at), {
      at: now,
      escalatesAt,
      mustAnnounce: true,
    })
    await insertEvents(trx, [{ storeId: store, alarmId, kind: 'raised_again', at, reason: null }], now)
    return alarmId
  }
  const priority = priorityOfHostLost(now - startedAt)
  const alarmId = await insertAlarmRecord(trx, {
    storeId,
    terminalId,
    branch: HOST_LOST,
    state: 'unacknowledged',
    priority: rankOf(priority),
    startedAt,
    raisedAt: at,
    lastRaisedAt: at,
    dueAt: escalatesAt,
    changedAt: now,
  })
  await insertEvents(trx, [{ storeId, alarmId, kind: 'raised', at, reason: null }], now)
  return alarmId
}

async function takeHostBack(
  trx: Trx,
  open: AlarmRecord | null,
  at: EpochMs,
  now: EpochMs,
): Promise<AlarmId | null> {
  if (open === null) return null
  const { storeId, alarmId } = open
  const alarm = alarmOf(open)
  const { alarm: next, cleared } = isAside(alarm)
    ? { alarm: { ...alarm, returnedAt: at }, cleared: null }
    : returnToNormal(alarm, at)
  await updateUnwatched(trx, open, next, { at: now, cleared, returnedAt: at })
  await insertEvents(trx, [{ storeId, alarmId, kind: 'returned', at, reason: null }], now)
  if (cleared !== null) {
    await insertEvents(trx, [{ storeId, alarmId, kind: 'cleared', at, reason: cleared }], now)
  }
  return alarmId
}
