import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { IncomingMessage } from '../messages/message-source'

export interface ArrivedMessage {
  readonly message: IncomingMessage
  readonly receivedAt: EpochMs
}

/** How much may wait. What comes beyond is forgotten unacknowledged: the terminal keeps it and sends it again. */
export interface QueueLimits {
  readonly liveMessages: number
  readonly backlogMessages: number
  readonly bytes: number
}

export const defaultQueueLimits: QueueLimits = {
  liveMessages: 20_000,
  backlogMessages: 4_000,
  bytes: 64 * 1024 * 1024,
}

export interface IncomingQueue {
  /** False when there is no room. */
  push(arrived: ArrivedMessage): boolean
  /** Up to `count` messages, live ones first; of the backlog at most `mostBacklog`. */
  take(count: number, mostBacklog?: number): ArrivedMessage[]
  size(): number
  /** Settles at once when something waits, else with the next message or {@link IncomingQueue.wake}. */
  filled(): Promise<void>
  /** Lets all who wait look again. */
  wake(): void
}

/** Live readings and backlog wait apart, so that a backlog never delays a live value by more than one batch. */
export function incomingQueue(limits: QueueLimits): IncomingQueue {
  const live: ArrivedMessage[] = []
  const backlog: ArrivedMessage[] = []
  let bytes = 0
  let wakers: (() => void)[] = []
  const wake = () => {
    const waiting = wakers
    wakers = []
    for (const resolve of waiting) resolve()
  }
  return {
    push(arrived) {
      const isLive = arrived.message.channel === 'live'
      const queue = isLive ? live : backlog
      const room = isLive ? limits.liveMessages : limits.backlogMessages
      const size = arrived.message.bytes.length
      if (queue.length >= room || bytes + size > limits.bytes) return false
      queue.push(arrived)
      bytes += size
      wake()
      return true
    },
    take(count, mostBacklog = count) {
      const taken = live.splice(0, count)
      taken.push(...backlog.splice(0, Math.min(mostBacklog, count - taken.length)))
      for (const { message } of taken) bytes -= message.bytes.length
      return taken
    },
    size: () => live.length + backlog.length,
    async filled() {
      if (live.length + backlog.length > 0) return
      await new Promise<void>((resolve) => wakers.push(resolve))
    },
    wake,
  }
}
