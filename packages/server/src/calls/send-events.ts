import { PassThrough } from 'node:stream'
import type { EventContent, EventShapes } from '@coldkeep/contract/content'
import { encodeWire } from '@coldkeep/contract/wire/dialect'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { SignedIn } from '../access/signed-in'
import type { EventDraft, EventsAnswer } from './answers'

const HEARTBEAT_MS = 15_000
/** A client that does not read is cut off; it reconnects and sends the last id that it had. */
const MOST_UNREAD_BYTES = 1_000_000
/** After how many milliseconds a broken line is to be taken up again. */
const RETRY = 'retry: 2000\n\n'

interface Sending<Events extends EventShapes> {
  readonly content: EventContent<Events>
  readonly answer: EventsAnswer<Events>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /**
   * The caller, as of now.
   * @throws where they may not call any more
   */
  readonly renew: () => Promise<SignedIn | null>
}

/**
 * Sends events until the caller goes, the sign-in ends or the server does.
 * @returns what the answer is made of
 */
export async function sendEvents<Events extends EventShapes>(sending: Sending<Events>): Promise<unknown> {
  const { content, answer, request, reply, renew } = sending
  reply.header('content-type', 'text/event-stream; charset=utf-8')
  reply.header('x-accel-buffering', 'no')
  const textOf = (events: readonly EventDraft<Events>[]) =>
    events.map((event) => eventText(content, event)).join('')
  if (!String(request.headers.accept ?? '').includes('text/event-stream')) {
    return RETRY + textOf(await answer.now())
  }
  const out = new PassThrough()
  const write = (text: string) => {
    if (out.writableLength > MOST_UNREAD_BYTES) out.destroy()
    else if (out.writable) out.write(text)
  }
  const last = request.headers['last-event-id']
  // listens before it reads how things are: nothing is missed between the two
  const listening = answer.listen({
    last: typeof last === 'string' && last !== '' ? last : null,
    send: (events) => write(textOf(events)),
    end(error) {
      if (error !== undefined) request.log.warn({ err: error }, 'events not sent')
      out.end()
    },
  })
  const opening = await listening
    .opening()
    .then(textOf)
    .catch((error: unknown) => {
      listening.stop()
      throw error
    })
  const heartbeat = setInterval(() => {
    write(': heartbeat\n\n')
    // an ended sign-in or a token that is too old ends the stream; the caller comes back with a new one. What else
    // may have changed, such as the department, holds from here on
    renew().then(
      (user) => user !== null && listening.renewed(user),
      () => out.end(),
    )
  }, HEARTBEAT_MS)
  out.once('close', () => {
    listening.stop()
    clearInterval(heartbeat)
  })
  write(RETRY + opening)
  listening.begin()
  return out
}

function eventText<Events extends EventShapes>(
  { events }: EventContent<Events>,
  { event, content, name }: EventDraft<Events>,
): string {
  const id = name === null ? '' : `id: ${name}\n`
  const data = JSON.stringify(encodeWire(events[event] as z.ZodMiniType, content))
  return `event: ${String(event)}\n${id}data: ${data}\n\n`
}
