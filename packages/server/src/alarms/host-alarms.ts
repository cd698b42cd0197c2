import { suppressDevice } from '@coldkeep/domain/alarms/device-watch'
import { HOST_LOST_CRITICAL_AFTER_MS, priorityOfHostLost, rankOf } from '@coldkeep/domain/alarms/priority'
import { isAside, raiseAgain, returnToNormal } from '@coldkeep/domain/alarms/standing-alarm'
import type { AlarmId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs, later } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { setParents } from './alarm-clock'
import { type ChangedAlarm, insertEvents } from './alarm-queries'
import type { AlarmWatches } from './alarm-watches'
import type { HostLostChange } from './run-host-lost'
import { type AlarmRecord, freshAlarm, standingOf, updateStanding } from './standing-records'

export const HOST_LOST = 'host_lost'

/** What a transaction did to alarms, for after its commit. */
export interface HostAlarmStep {
  readonly changed: readonly ChangedAlarm[]
  committed(): void
}

/**
 * Raises and takes back the alarms of whole terminals, in the transaction that notes what became of them. Lost
 * contacts of their devices are hidden under a raised one.
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
    await updateStanding(trx, open, raiseAgain(standingOf(open), at), { at: now, escalatesAt, isTold: true })
    await insertEvents(trx, [{ storeId: store, alarmId, kind: 'raised_again', at, reason: null }], now)
    return alarmId
  }
  const { priority } = freshAlarm(startedAt, at, priorityOfHostLost(now - startedAt))
  const { alarmId } = await trx
    .insertInto('alarm')
    .values({
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
    .returning('alarmId')
    .executeTakeFirstOrThrow()
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
  const alarm = standingOf(open)
  const { alarm: next, cleared } = isAside(alarm)
    ? { alarm: { ...alarm, returnedAt: at }, cleared: null }
    : returnToNormal(alarm, at)
  await updateStanding(trx, open, next, { at: now, cleared, returnedAt: at })
  await insertEvents(trx, [{ storeId, alarmId, kind: 'returned', at, reason: null }], now)
  if (cleared !== null) {
    await insertEvents(trx, [{ storeId, alarmId, kind: 'cleared', at, reason: cleared }], now)
  }
  return alarmId
}

/** Terminals that are known to be lost, or back, and whose alarm does not say so: of a fleet that was written in bulk. */
export async function selectUntoldHosts(db: Db, now: EpochMs): Promise<HostLostChange[]> {
  const { rows } = await sql<{
    storeId: StoreId
    terminalId: TerminalId
    lostSince: EpochMs | null
    raisedAt: number | null
  }>`
    select t.store_id, t.terminal_id, t.host_lost_since as lost_since,
      (t.loss_watch ->> 'raisedAt')::double precision as raised_at
    from terminal_state t left join alarm a on a.store_id = t.store_id and a.terminal_id = t.terminal_id
      and a.branch = ${HOST_LOST}::text and a.cleared_at is null
    where (t.host_lost_since is not null and a.alarm_id is null)
      or (t.host_lost_since is null and a.alarm_id is not null and a.returned_at is null)
    order by t.store_id, t.terminal_id`.execute(db)
  return rows.map(({ storeId, terminalId, lostSince, raisedAt }) => ({
    storeId,
    terminalId,
    event:
      lostSince === null
        ? { kind: 'cleared', at: now, raisedAt: now }
        : { kind: 'raised', at: epochMs(raisedAt ?? lostSince), firstLostAt: lostSince },
  }))
}

async function selectOpenHost(db: Db, storeId: StoreId, terminalId: TerminalId): Promise<AlarmRecord | null> {
  const row = await db
    .selectFrom('alarm')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('branch', '=', HOST_LOST)
    .where('clearedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
