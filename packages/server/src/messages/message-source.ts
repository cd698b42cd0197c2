import type { UpChannel } from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'

/** One message of a terminal as it came. The terminal is the one of the topic, which the broker has checked. */
export interface IncomingMessage {
  readonly terminal: TerminalId
  readonly channel: UpChannel
  readonly topic: string
  readonly bytes: Uint8Array
  /** The broker had kept it: it may be old. */
  readonly isKept: boolean
}

interface PublishOptions {
  /** The broker passes it to those who subscribe later. */
  readonly retain?: boolean
  /** 0, the default: at most once. 1: at least once. */
  readonly qos?: 0 | 1
}

/** Where terminals' messages come from and answers go to: the embedded broker or one outside. */
export interface MessageSource {
  /** Begins to hand over messages. `onMessage` must not throw and returns at once. */
  start(onMessage: (message: IncomingMessage) => void): Promise<void>
  publish(topic: string, bytes: Uint8Array, options?: PublishOptions): Promise<void>
  /** Terminals connected now; `null` where only an outside broker knows that. */
  connected(): ReadonlySet<TerminalId> | null
  /** Ends those of the connections that this process holds whose credential is no longer valid. */
  recheck(terminals: readonly TerminalId[]): Promise<void>
  /** Messages that one subscriber may have waiting before the broker loses some. */
  readonly queueLength: number
  /** True while terminals can reach us. */
  isServing(): boolean
  /** Hands over nothing more, then ends all connections. */
  close(): Promise<void>
}
