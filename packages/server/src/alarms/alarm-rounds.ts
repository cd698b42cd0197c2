import { type Clock, type EpochMs, minutes } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Db, Trx } from '../db/connect'
import { eachStep } from '../tasks/each-step'
import type { RoundWork, SetAside } from '../tasks/set-aside'
import { releaseHeld, runAlarmClock } from './alarm-clock'
import type { Alarms } from './alarms'
import { announceAlarms } from './announce'
import { selectUnannouncedHosts } from './host-alarm-queries'
import { applyHostChanges } from './host-alarms'
import { judgeLateReadings } from './late-readings'
import { runRecordClock } from './record-clock'
import { type HostLostChange, runHostLost } from './run-host-lost'

export interface AlarmRoundParts {
  readonly db: Db
  readonly alarms: Alarms
  readonly aside: SetAside
  readonly clock: Clock
  readonly log: Logger
  readonly shouldStop: () => boolean
}

/** Terminals are judged by whole minutes. */
const HOSTS_EVERY_MS = minutes(1)

/** What happens to alarms without a reading coming in: a function that does all that is due. */
export function alarmRounds(parts: AlarmRoundParts): () => Promise<void> {
  const { db, alarms, aside, clock, log, shouldStop } = parts
  let hostsAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    const now = clock.now()
    const startedMs = performance.now()
    const done = { due: 0, released: 0, late: 0, records: 0, announced: 0 }
    await eachStep(log, {
      hosts: async () => {
        if (now - hostsAtMs < HOSTS_EVERY_MS) return
        hostsAtMs = now
        await judgeHosts(parts, now)
      },
      due: async () => {
        done.due = await runAlarmClock(db, alarms, aside, now, shouldStop)
      },
      released: async () => {
        done.released = await releaseHeld(db, alarms, aside, now)
      },
      late: async () => {
        done.late = await judgeLateReadings(db, alarms, aside, now, shouldStop)
      },
      records: async () => {
        done.records = await runRecordClock(db, alarms, aside, now)
      },
      announced: async () => {
        done.announced = await announceAlarms(db, aside, now)
      },
    })
    if (Object.values(done).every((count) => count === 0)) return
    log.debug({ ...done, ms: Math.round(performance.now() - startedMs) }, 'alarms went on')
  }
}

const unannouncedHosts: RoundWork<HostLostChange> = {
  round: 'untold_hosts',
  nameOf: ({ storeId, terminalId }) => `${storeId}/${terminalId}`,
}

async function judgeHosts({ db, alarms, aside, log }: AlarmRoundParts, now: EpochMs): Promise<void> {
  const apply = async (trx: Trx, changes: readonly HostLostChange[]) => {
    const step = await applyHostChanges(trx, alarms.watches, changes, now)
    return () => {
      step.committed()
      alarms.feed.publish(step.changed)
    }
  }
  const changes = await runHostLost(db, aside, now, apply)
  const unannounced = await selectUnannouncedHosts(db, now)
  await aside.work(unannouncedHosts, unannounced, now, async (some) => {
    const committed = await db.transaction().execute((trx) => apply(trx, some))
    committed()
  })
  for (const { storeId, terminalId, event } of changes) {
    log.info({ storeId, terminalId, event: event.kind }, 'host lost')
  }
}
