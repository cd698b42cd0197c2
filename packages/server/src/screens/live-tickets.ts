import { randomBytes } from 'node:crypto'
import type { ScreenMode } from '@coldkeep/contract/mqtt/screen-tunnel'
import { type Clock, type EpochMs, later, seconds } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../access/signed-in'

/** Where pages connect for the live screen; the session comes after it, so that a router finds who holds it. */
export const LIVE_PATH = '/api/v2/remote/live/'

const TICKET_LIFE_MS = seconds(30)
/** Of all; more are not taken within their life. */
const MOST_TICKETS = 10_000
const PREFIX = 'ticket.'

export interface LiveTicket {
  readonly sessionId: string
  readonly user: SignedIn
  readonly mode: ScreenMode
}

/**
 * What lets a page connect once: browsers send no authorization with a WebSocket, and an address with a secret would be
 * logged. It travels as a subprotocol.
 */
export class LiveTickets {
  readonly #clock: Clock
  readonly #given = new Map<string, LiveTicket & { readonly until: EpochMs }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @returns the subprotocol to be sent beside `binary` */
  give(ticket: LiveTicket): string {
    const now = this.#clock.now()
    for (const [name, { until }] of this.#given) {
      if (until > now && this.#given.size < MOST_TICKETS) break
      this.#given.delete(name)
    }
    const name = `${PREFIX}${randomBytes(24).toString('hex')}`
    this.#given.set(name, { ...ticket, until: later(now, TICKET_LIFE_MS) })
    return name
  }

  /** @param protocols as the page lists them */
  take(protocols: string | undefined): LiveTicket | null {
    const name = protocols
      ?.split(',')
      .map((one) => one.trim())
      .find((one) => one.startsWith(PREFIX))
    const ticket = name === undefined ? undefined : this.#given.get(name)
    if (name === undefined || ticket === undefined) return null
    this.#given.delete(name)
    return ticket.until > this.#clock.now() ? ticket : null
  }
}
