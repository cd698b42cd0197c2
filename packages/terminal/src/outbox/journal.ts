import { packMessage } from '@coldkeep/contract/mqtt/envelope'
import type { EventKind } from '@coldkeep/contract/mqtt/event-kind'
import { writeReadings } from '@coldkeep/contract/mqtt/readings'
import type { Reading } from '@coldkeep/domain/points/reading'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Polling } from '../bundle/polling'
import type { Forward } from '../link/forward'
import type { Heartbeat } from '../link/heartbeat'
import type { MqttLink } from '../link/mqtt-link'
import { describeFault } from '../polling/describe-fault'
import type { Timekeeper } from '../time/timekeeper'
import { type EventDetail, eventMessage } from './event-message'
import type { Outbox } from './outbox'

interface JournalParts {
  readonly outbox: Outbox
  readonly forward: Forward
  readonly heartbeat: Heartbeat
  readonly link: MqttLink
  readonly time: Timekeeper
  readonly log: Logger
  /** The current polling; looked up for each message, since the journal is opened before it. */
  readonly polling: () => Polling
}

/** Writes readings and events into the outbox and offers them to the way out. */
export interface Journal {
  /** @param revision of the configuration they were read by; left out: the present one */
  keep(at: EpochMs, readings: readonly Reading[], revision?: number): Promise<void>
  report(kind: EventKind, detail: EventDetail): Promise<void>
  /** Logs each request that the present configuration leaves out, and reports them as one event. */
  reportLeftOut(): Promise<void>
}

export function openJournal(parts: JournalParts): Journal {
  const { outbox, forward, heartbeat, link, time, log, polling } = parts

  async function report(kind: EventKind, detail: EventDetail): Promise<void> {
    const at = time.now()
    forward.offer(await outbox.append('event', at, eventMessage(kind, at, detail)))
  }

  return {
    async keep(at, readings, revision = polling().revision) {
      const hadTrouble = outbox.hasDiskTrouble
      const row = await outbox.append('readings', at, (epoch, sequence) =>
        packMessage(writeReadings({ epoch, sequence, at, revision, readings })),
      )
      heartbeat.messageMade(at)
      forward.offer(row)
      if (outbox.hasDiskTrouble !== hadTrouble) link.reportState()
    },
    report,
    async reportLeftOut() {
      const { leftOut, revision } = polling()
      for (const fault of leftOut)
        log.error({ path: fault.path, why: describeFault(fault) }, 'request is not asked')
      const [first] = leftOut
      if (first !== undefined) await report('request', { revision, count: leftOut.length, path: first.path })
    },
  }
}
