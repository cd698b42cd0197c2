import { type Clock, type EpochMs, minutes } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import { type HostLostChange, runHostLost } from '../analysis/run-host-lost'
import type { Db, Trx } from '../db/connect'
import { releaseHeld, runAlarmClock } from './alarm-clock'
import type { Alarms } from './alarms'
import { announceAlarms } from './announce'
import { applyHostChanges, selectUntoldHosts } from './host-alarms'
import { judgeLateReadings } from './late-readings'
import { runRecordClock } from './record-clock'

export interface AlarmRoundParts {
  readonly db: Db
  readonly alarms: Alarms
  readonly clock: Clock
  readonly log: Logger
  readonly shouldStop: () => boolean
}

/** Terminals are judged by whole minutes. */
const HOSTS_EVERY_MS = minutes(1)

/** What happens to alarms without a reading coming in: a function that does all that is due. */
export function alarmRounds({ db, alarms, clock, log, shouldStop }: AlarmRoundParts): () => Promise<void> {
  let hostsAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    const now = clock.now()
    const startedMs = performance.now()
    if (now - hostsAtMs >= HOSTS_EVERY_MS) {
      hostsAtMs = now
      await judgeHosts(db, alarms, log, now)
    }
    const due = await runAlarmClock(db, alarms, now, shouldStop)
    const released = await releaseHeld(db, alarms, now)
    const late = await judgeLateReadings(db, alarms, now, shouldStop)
    const records = await runRecordClock(db, alarms, now)
    const announced = await announceAlarms(db, now)
    if (due + released + late + records + announced === 0) return
    const ms = Math.round(performance.now() - startedMs)
    log.debug({ due, released, late, records, announced, ms }, 'alarms went on')
  }
}

async function judgeHosts(db: Db, alarms: Alarms, log: Logger, now: EpochMs): Promise<void> {
  const apply = async (trx: Trx, changes: readonly HostLostChange[]) => {
    const step = await applyHostChanges(trx, alarms.watches, changes, now)
    return () => {
      step.committed()
      alarms.feed.publish(step.changed)
    }
  }
  const changes = await runHostLost(db, now, apply)
  const untold = await selectUntoldHosts(db, now)
  if (untold.length > 0) (await db.transaction().execute((trx) => apply(trx, untold)))()
  for (const { storeId, terminalId, event } of changes) {
    log.info({ storeId, terminalId, event: event.kind }, 'host lost')
  }
}
