import { type Acknowledgement, toRanges } from '@coldkeep/contract/mqtt/acknowledgement'
import { PROTOCOL_VERSION, packMessage } from '@coldkeep/contract/mqtt/envelope'
import type { IngestProblem } from '@coldkeep/contract/mqtt/ingest-problem'
import { downTopic } from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'
import type { Grants } from '@coldkeep/domain/intake/grant'
import type { Clock } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { MessageSource } from '../messages/message-source'
import type { PreparedMessage } from './read-cycle'

/** What an acknowledgement needs of a message. */
type Acknowledged = Pick<PreparedMessage, 'message' | 'terminal' | 'receipt'>

/**
 * Acknowledges to terminals what is stored. Only called after the commit: a terminal forgets what is named
 * here.
 */
export interface Acknowledger {
  stored(messages: readonly Acknowledged[]): void
  /** Tells a terminal that it may send backlog now. */
  call(terminal: TerminalId): void
  /** Sends at once what waits for the next pace. */
  flush(): void
  close(): void
}

/**
 * Acknowledging four outstanding messages of backlog every so often lets a terminal send at most 16 a second,
 * which stays below the limit of messages per terminal however fast the line is.
 */
const BACKLOG_PACE_MS = 250
/** Of a terminal that has not been heard since this server began: it takes the grant and finds nothing confirmed. */
const ANY_EPOCH = '00000000'

interface Pending {
  readonly sequences: number[]
  readonly bad: [number, IngestProblem][]
}

/** Per terminal, then per epoch of its outbox. */
type PendingAll = Map<TerminalId, Map<string, Pending>>

export function acknowledger(
  source: MessageSource,
  grants: Grants,
  clock: Clock,
  log: Logger,
  backlogPaceMs = BACKLOG_PACE_MS,
): Acknowledger {
  const epochs = new Map<TerminalId, string>()
  let paced: PendingAll = new Map()

  function send(terminal: TerminalId, epoch: string, pending: Pending): void {
    const now = clock.now()
    const grant = grants.offer(terminal, now)
    const message: Acknowledgement = {
      v: PROTOCOL_VERSION,
      e: epoch,
      s: toRanges(pending.sequences),
      now,
      g: grant.messages,
      gx: grant.seconds,
      ...(pending.bad.length > 0 ? { bad: pending.bad } : {}),
    }
    source.publish(downTopic(terminal, 'ack'), packMessage(message)).catch((error: unknown) => {
      // not heard: the terminal sends the same again, which is harmless
      log.debug({ err: error, terminalId: terminal }, 'acknowledgement not sent')
    })
  }
  function sendAll(all: PendingAll): void {
    for (const [terminal, byEpoch] of all) {
      for (const [epoch, pending] of byEpoch) send(terminal, epoch, pending)
    }
  }
  function flush(): void {
    const due = paced
    paced = new Map()
    const now = clock.now()
    for (const [terminal, byEpoch] of due) {
      for (const { sequences } of byEpoch.values())
        grants.messagesAcknowledged(terminal, sequences.length, now)
    }
    sendAll(due)
  }
  const timer = setInterval(flush, backlogPaceMs)

  return {
    stored(messages) {
      const live: PendingAll = new Map()
      for (const { message, terminal, receipt } of messages) {
        if (!receipt) continue
        epochs.set(terminal, receipt.epoch)
        const pending = pendingOf(message.channel === 'back' ? paced : live, terminal, receipt.epoch)
        pending.sequences.push(receipt.sequence)
        if (receipt.problem) pending.bad.push([receipt.sequence, receipt.problem])
      }
      sendAll(live)
    },
    call(terminal) {
      send(terminal, epochs.get(terminal) ?? ANY_EPOCH, { sequences: [], bad: [] })
    },
    flush,
    close() {
      clearInterval(timer)
      flush()
    },
  }
}

function pendingOf(all: PendingAll, terminal: TerminalId, epoch: string): Pending {
  let byEpoch = all.get(terminal)
  if (!byEpoch) {
    byEpoch = new Map()
    all.set(terminal, byEpoch)
  }
  let pending = byEpoch.get(epoch)
  if (!pending) {
    pending = { sequences: [], bad: [] }
    byEpoch.set(epoch, pending)
  }
  return pending
}
