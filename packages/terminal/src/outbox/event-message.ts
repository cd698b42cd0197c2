import { PROTOCOL_VERSION, packMessage } from '@coldkeep/contract/mqtt/envelope'
import type { TerminalEvent } from '@coldkeep/contract/mqtt/event'
import type { EventKind } from '@coldkeep/contract/mqtt/event-kind'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Encode } from './outbox-row'

export type EventDetail = TerminalEvent['detail']

/** An event as a message of the outbox. */
export function eventMessage(kind: EventKind, at: EpochMs, detail: EventDetail): Encode {
  return (e, s) => packMessage({ v: PROTOCOL_VERSION, e, s, at, kind, detail } satisfies TerminalEvent)
}
