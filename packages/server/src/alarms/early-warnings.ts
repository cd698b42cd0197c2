import { rankOf } from '@coldkeep/domain/alarms/priority'
import { isAside, raiseAgain, returnToNormal } from '@coldkeep/domain/alarms/standing-alarm'
import type { AlarmId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Trx } from '../db/connect'
import { instantText } from '../db/instants'
import { type ChangedAlarm, insertEvents } from './alarm-queries'
import { type AlarmRecord, standingOf, updateStanding } from './standing-records'

export const warningKinds = ['threshold', 'falling', 'oscillation'] as const
export type WarningKind = (typeof warningKinds)[number]

/** What a warning is about: one is open per device and kind. */
export interface WarnedDevice {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly kind: WarningKind
}

export interface WarningFigures {
  /** When the trend began, and when its rule spoke. */
  readonly startedAt: EpochMs
  readonly raisedAt: EpochMs
  /** The score, and the limit that it broke; null where the rule has none. */
  readonly value: number | null
  readonly limit: number | null
}

/**
 * Opens an early warning among the alarms, or has the open one speak again if it had come back. In the transaction of
 * the analysis that found it; a second call changes nothing.
 * @returns what changed, to be published after the commit
 */
export async function openWarning(
  trx: Trx,
  warned: WarnedDevice,
  figures: WarningFigures,
  now: EpochMs,
): Promise<ChangedAlarm[]> {
  const { storeId, deviceId, kind } = warned
  const open = await selectOpenWarning(trx, warned)
  if (open !== null) {
    if (open.returnedAt === null) return []
    const alarm = raiseAgain(standingOf(open), figures.raisedAt)
    await updateStanding(trx, open, alarm, { at: now, isTold: true })
    return tell(trx, open, 'raised_again', figures.raisedAt, null, now)
  }
  const { rows } = await sql<{ alarmId: AlarmId }>`
    insert into alarm (store_id, terminal_id, device_id, branch, state, priority, started_at, raised_at,
      last_raised_at, value, limit_value, changed_at)
    select store_id, terminal_id, device_id, ${kind}::text, 'unacknowledged', ${rankOf('medium')}::int,
      ${instantText(figures.startedAt)}::timestamptz, ${instantText(figures.raisedAt)}::timestamptz,
      ${instantText(figures.raisedAt)}::timestamptz, ${figures.value}::double precision,
      ${figures.limit}::double precision, ${instantText(now)}::timestamptz
    from device where store_id = ${storeId}::int and device_id = ${deviceId}::bigint
    returning alarm_id`.execute(trx)
  const [row] = rows
  if (row === undefined) throw new Error(`device ${deviceId} of store ${storeId} does not exist`)
  return tell(trx, { storeId, alarmId: row.alarmId }, 'raised', figures.raisedAt, null, now)
}

/** Takes an early warning back: `recovered`, `window_passed` where another rule goes on with it, or its rule was `switched_off`. */
export async function closeWarning(
  trx: Trx,
  warned: WarnedDevice,
  closing: {
    readonly at: EpochMs
    readonly reason: 'recovered' | 'window_passed' | 'switched_off' | 'retired'
  },
  now: EpochMs,
): Promise<ChangedAlarm[]> {
  const open = await selectOpenWarning(trx, warned)
  if (open === null || open.returnedAt !== null) return []
  const alarm = standingOf(open)
  const { alarm: next, cleared } = isAside(alarm)
    ? { alarm: { ...alarm, returnedAt: closing.at }, cleared: null }
    : returnToNormal(alarm, closing.at)
  await updateStanding(trx, open, next, { at: now, cleared, returnedAt: closing.at })
  const changed = await tell(trx, open, 'returned', closing.at, closing.reason, now)
  if (cleared !== null) await tell(trx, open, 'cleared', closing.at, cleared, now)
  return changed
}

async function tell(
  trx: Trx,
  { storeId, alarmId }: ChangedAlarm,
  kind: string,
  at: EpochMs,
  reason: string | null,
  now: EpochMs,
): Promise<ChangedAlarm[]> {
  await insertEvents(trx, [{ storeId, alarmId, kind, at, reason }], now)
  return [{ storeId, alarmId }]
}

async function selectOpenWarning(
  trx: Trx,
  { storeId, deviceId, kind }: WarnedDevice,
): Promise<AlarmRecord | null> {
  const row = await trx
    .selectFrom('alarm')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('pointId', 'is', null)
    .where('branch', '=', kind)
    .where('clearedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
