import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { SignedIn } from '../access/signed-in'
import { countsEvent, type EventContext, eventText, homeEvent } from './live-events'
import { type EventTeller, eventTeller, type Feeds } from './tell-events'

const HEARTBEAT_MS = 15_000
const HOME_EVERY_MS = 30_000
/** Who does not read is cut off; it comes back and says what it had last. */
const MOST_UNREAD_BYTES = 1_000_000

/** What the stream needs, beside what every handler is given. */
export interface StreamParts extends Feeds {
  /** Who makes a request, as things stand by now. */
  readonly authenticate: (request: FastifyRequest) => Promise<SignedIn>
}

/** The stream of events of a caller's stores, until the caller goes, the sign-in ends or the server does. */
export async function streamEvents(
  given: EventContext,
  { authenticate, ...feeds }: StreamParts,
): Promise<string> {
  const context = { ...given }
  const { request, reply } = context
  reply.header('content-type', 'text/event-stream; charset=utf-8')
  reply.header('x-accel-buffering', 'no')
  if (!String(request.headers.accept ?? '').includes('text/event-stream')) return openingEvents(context, null)
  const out = new PassThrough()
  const write = (text: string) => {
    if (out.writableLength > MOST_UNREAD_BYTES) out.destroy()
    else if (out.writable) out.write(text)
  }
  // listens before it reads how things stand: nothing is told between the two
  const last = request.headers['last-event-id']
  const teller = eventTeller(context, feeds, {
    last: typeof last === 'string' && last !== '' ? last : null,
    write,
    end: () => out.end(),
  })
  const opening = await openingEvents(context, teller).catch((error: unknown) => {
    teller.stop()
    throw error
  })
  const heartbeat = setInterval(() => {
    write(': heartbeat\n\n')
    // an ended sign-in or a token that is too old ends the stream; the caller comes back with a new one. What else
    // may have changed, such as the department, holds from here on
    authenticate(request).then(
      (user) => Object.assign(context, { user }),
      () => out.end(),
    )
  }, HEARTBEAT_MS)
  const home = setInterval(() => teller.home(), HOME_EVERY_MS)
  out.once('close', () => {
    teller.stop()
    clearInterval(heartbeat)
    clearInterval(home)
  })
  write(opening)
  teller.begin()
  // sent as it comes; to the table of calls it is one long text
  return out as unknown as string
}

/** How things stand, and where the caller's listening begins. */
async function openingEvents(
  context: EventContext,
  teller: Pick<EventTeller, 'position' | 'hasMissed'> | null,
): Promise<string> {
  const name = teller?.position() ?? null
  const reload = teller?.hasMissed() ? eventText('reload', {}, name) : ''
  return `retry: 2000\n\n${reload}${await countsEvent(context, name)}${await homeEvent(context)}`
}
