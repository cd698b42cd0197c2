import type { TerminalId } from '../ids'
import type { EpochMs } from '../time/instant'

/** How many messages of backlog a terminal may have outstanding, and for how many seconds. */
interface Grant {
  readonly messages: number
  readonly seconds: number
}

/**
 * Decides which terminals may send backlog. A few terminals at a time drain fast and lose nothing; all at
 * once overrun the broker.
 */
export interface Grants {
  /** How much a terminal reports to be in its outbox. */
  backlogReported(terminal: TerminalId, messages: number): void
  /** A message of backlog came in. */
  messageReceived(terminal: TerminalId, now: EpochMs): void
  /** Messages of backlog are stored, and acknowledged to the terminal. */
  messagesAcknowledged(terminal: TerminalId, messages: number, now: EpochMs): void
  /** What a terminal may send from now on; part of every acknowledgement. */
  offer(terminal: TerminalId, now: EpochMs): Grant
  /**
   * Once a second: widens or narrows how much may flow, ends what is over and hands free seats on.
   * @param busyShare share 0 to 1 of the last seconds that the database was writing readings
   * @returns terminals whose turn has come; they are to be notified
   */
  turn(now: EpochMs, busyShare: number): TerminalId[]
  /** Terminals in line. */
  waiting(): number
}

interface Seat {
  readonly until: number
  /** That it may have outstanding. */
  readonly messages: number
  /** When something of its backlog last came or was answered, or it was called. */
  activeAt: number
  /** Came and is not answered yet. */
  unanswered: number
  hasSent: boolean
  /** It has been acknowledged as many as it announced. */
  isThrough: boolean
}

const MESSAGES_PER_SEAT = 4
const SEAT_SECONDS = 60
const NONE: Grant = { messages: 0, seconds: 0 }
/** Above this the database would have no room for a burst of live readings. */
const BUSY = 0.7
const IDLE = 0.55
const STEP_MESSAGES = 8
/** A terminal that has been answered and sends no more for so long has sent all it has. */
const DONE_AFTER_MS = 5_000

/** @param queueLength messages the broker keeps for one subscriber; at most half of it is granted away */
export function grants(queueLength: number): Grants {
  const most = Math.max(MESSAGES_PER_SEAT, Math.floor(queueLength / 2))
  let open = Math.min(most, 16 * MESSAGES_PER_SEAT)
  /** In the order of their turns. */
  const seats = new Map<TerminalId, Seat>()
  const line = new Set<TerminalId>()
  /** Messages that terminals announced, less those acknowledged since; not known for all. */
  const left = new Map<TerminalId, number>()
  /** Of all seats together. */
  let granted = 0

  const needOf = (terminal: TerminalId) =>
    Math.min(MESSAGES_PER_SEAT, left.get(terminal) ?? MESSAGES_PER_SEAT)
  const sit = (terminal: TerminalId, now: EpochMs) => {
    const messages = needOf(terminal)
    line.delete(terminal)
    granted += messages
    const until = now + SEAT_SECONDS * 1000
    seats.set(terminal, {
      until,
      messages,
      activeAt: now,
      unanswered: 0,
      hasSent: false,
      isThrough: false,
    })
  }
  const leave = (terminal: TerminalId, seat: Seat) => {
    seats.delete(terminal)
    granted -= seat.messages
  }
  const endOver = (now: EpochMs) => {
    for (const [terminal, seat] of seats) {
      const isQuiet = seat.isThrough || now - seat.activeAt >= DONE_AFTER_MS
      const isDone = seat.unanswered === 0 && isQuiet
      if (seat.until > now && !isDone) continue
      leave(terminal, seat)
      // silent: nothing left, until it reports or sends otherwise
      if (seat.hasSent && !isDone) line.add(terminal)
    }
  }
  /** A terminal that has had most of its turn waits for another; its next acknowledgement carries that. */
  const takeBack = () => {
    for (const [terminal, seat] of seats) {
      if (granted <= open) return
      leave(terminal, seat)
      line.add(terminal)
    }
  }

  return {
    backlogReported(terminal, messages) {
      const seat = seats.get(terminal)
      if (messages > 0) {
        left.set(terminal, messages)
        if (!seat) line.add(terminal)
        return
      }
      left.delete(terminal)
      line.delete(terminal)
      if (seat) leave(terminal, seat)
    },
    messageReceived(terminal, now) {
      const seat = seats.get(terminal)
      if (!seat) {
        line.add(terminal)
        return
      }
      seat.activeAt = now
      seat.unanswered++
      seat.hasSent = true
    },
    messagesAcknowledged(terminal, messages, now) {
      const seat = seats.get(terminal)
      const known = left.get(terminal)
      if (known !== undefined) {
        if (known > messages) left.set(terminal, known - messages)
        else left.delete(terminal)
      }
      if (!seat) return
      seat.activeAt = now
      seat.isThrough = known !== undefined && known <= messages
      // some may have come before its turn
      seat.unanswered = Math.max(0, seat.unanswered - messages)
    },
    offer(terminal, now) {
      const seat = seats.get(terminal)
      if (!seat || seat.until <= now) return NONE
      return { messages: seat.messages, seconds: Math.ceil((seat.until - now) / 1000) }
    },
    turn(now, busyShare) {
      endOver(now)
      // without waiting terminals the flow shows nothing about how much the database can take
      const isContended = line.size > 0 && granted + MESSAGES_PER_SEAT > open
      if (busyShare > BUSY) open = Math.max(MESSAGES_PER_SEAT, Math.floor(open * 0.9))
      else if (busyShare < IDLE && isContended) open = Math.min(most, open + STEP_MESSAGES)
      takeBack()
      const called: TerminalId[] = []
      for (const terminal of line) {
        if (granted + needOf(terminal) > open) break
        sit(terminal, now)
        called.push(terminal)
      }
      return called
    },
    waiting: () => line.size,
  }
}
