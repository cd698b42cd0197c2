import type { TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'

/** How many messages of backlog a terminal may have outstanding, and for how many seconds. */
export interface Grant {
  readonly messages: number
  readonly seconds: number
}

/** Who may send backlog. A few terminals at a time drain fast and lose nothing; all at once overrun the broker. */
export interface Grants {
  /** What a terminal says of its outbox. */
  noteBacklog(terminal: TerminalId, messages: number): void
  /** A message of backlog came in. */
  noteReceived(terminal: TerminalId, now: EpochMs): void
  /** What a terminal may send from now on; part of every acknowledgement. */
  offer(terminal: TerminalId, now: EpochMs): Grant
  /**
   * Once a second: widens or narrows how much may flow, ends what is over and hands free seats on.
   * @param busyShare share 0 to 1 of the last minute that the database was writing readings
   * @returns terminals whose turn has come; they are to be told
   */
  turn(now: EpochMs, busyShare: number): TerminalId[]
  forget(terminal: TerminalId): void
  /** Terminals in line. */
  waiting(): number
}

interface Seat {
  readonly until: number
  /** When it was given; backlog must have come since for another turn. */
  readonly from: number
}

const MESSAGES_PER_SEAT = 4
const SEAT_SECONDS = 60
const NONE: Grant = { messages: 0, seconds: 0 }
/** Above this the database would have no room for a burst of live readings. */
const BUSY = 0.7
const IDLE = 0.55
const STEP_MESSAGES = 8

/** @param queueLength messages the broker keeps for one subscriber; at most half of it is granted away */
export function grants(queueLength: number): Grants {
  const most = Math.max(MESSAGES_PER_SEAT, Math.floor(queueLength / 2))
  let open = Math.min(most, 16 * MESSAGES_PER_SEAT)
  const seats = new Map<TerminalId, Seat>()
  const line = new Set<TerminalId>()
  const receivedAt = new Map<TerminalId, number>()

  const hasFreeSeat = () => (seats.size + 1) * MESSAGES_PER_SEAT <= open
  const sit = (terminal: TerminalId, now: EpochMs) => {
    line.delete(terminal)
    seats.set(terminal, { from: now, until: now + SEAT_SECONDS * 1000 })
  }
  const endOver = (now: EpochMs) => {
    for (const [terminal, seat] of seats) {
      if (seat.until > now) continue
      seats.delete(terminal)
      // silent through its whole turn: nothing left, until it says otherwise
      if ((receivedAt.get(terminal) ?? -1) >= seat.from) line.add(terminal)
    }
  }

  return {
    noteBacklog(terminal, messages) {
      if (messages > 0) {
        if (!seats.has(terminal)) line.add(terminal)
        return
      }
      line.delete(terminal)
      seats.delete(terminal)
    },
    noteReceived(terminal, now) {
      receivedAt.set(terminal, now)
      if (!seats.has(terminal)) line.add(terminal)
    },
    offer(terminal, now) {
      const seat = seats.get(terminal)
      if (!seat || seat.until <= now) return NONE
      return { messages: MESSAGES_PER_SEAT, seconds: Math.ceil((seat.until - now) / 1000) }
    },
    turn(now, busyShare) {
      if (busyShare > BUSY) open = Math.max(MESSAGES_PER_SEAT, Math.floor(open * 0.8))
      else if (busyShare < IDLE) open = Math.min(most, open + STEP_MESSAGES)
      endOver(now)
      const called: TerminalId[] = []
      for (const terminal of line) {
        if (!hasFreeSeat()) break
        sit(terminal, now)
        called.push(terminal)
      }
      return called
    },
    forget(terminal) {
      line.delete(terminal)
      seats.delete(terminal)
      receivedAt.delete(terminal)
    },
    waiting: () => line.size,
  }
}
