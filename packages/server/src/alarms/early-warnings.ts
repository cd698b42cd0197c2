import { isAside, raiseAgain, returnToNormal } from '@coldkeep/domain/alarms/open-alarm'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Trx } from '../db/connect'
import { type ChangedAlarm, insertEvents } from './alarm-queries'
import { updateUnwatched } from './open-record-queries'
import { alarmOf } from './open-records'
import {
  insertWarning,
  selectOpenWarning,
  type WarnedDevice,
  type WarningFigures,
} from './warning-alarm-queries'

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
  const { storeId, deviceId } = warned
  const open = await selectOpenWarning(trx, warned)
  if (open !== null) {
    if (open.returnedAt === null) return []
    const alarm = raiseAgain(alarmOf(open), figures.raisedAt)
    await updateUnwatched(trx, open, alarm, { at: now, mustAnnounce: true })
    return recordEvent(trx, open, 'raised_again', figures.raisedAt, null, now)
  }
  const alarmId = await insertWarning(trx, warned, figures, 'medium', now)
  if (alarmId === null) throw new Error(`device ${deviceId} of store ${storeId} does not exist`)
  return recordEvent(trx, { storeId, alarmId }, 'raised', figures.raisedAt, null, now)
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
  const alarm = alarmOf(open)
  const { alarm: next, cleared } = isAside(alarm)
    ? { alarm: { ...alarm, returnedAt: closing.at }, cleared: null }
    : returnToNormal(alarm, closing.at)
  await updateUnwatched(trx, open, next, { at: now, cleared, returnedAt: closing.at })
  const changed = await recordEvent(trx, open, 'returned', closing.at, closing.reason, now)
  if (cleared !== null) await recordEvent(trx, open, 'cleared', closing.at, cleared, now)
  return changed
}

async function recordEvent(
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
