import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { HttpLimits } from './limits'
import { MAX_BODY_BYTES } from './problem-handler'

/** As Node answers a head that did not come in time. */
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/**
 * Disconnects clients that send a body drop by drop. A route that takes large ones waits longer, by what it
 * takes; one that has sent everything, such as the reader of a stream of events, is not hurried.
 */
export function endSlowBodies(
  app: FastifyInstance,
  { bodyWithinMs, bodyBytesPerMs }: Pick<HttpLimits, 'bodyWithinMs' | 'bodyBytesPerMs'>,
): void {
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    if (raw.complete || !hasBody(raw.headers)) return
    const { socket } = raw
    // a call within the process has no line to disconnect
    if (!(socket instanceof Socket)) return
    const { bodyLimit = MAX_BODY_BYTES } = routeOptions
    const alarm = setTimeout(
      () => {
        if (raw.complete) return
        // who was refused before the body came has an answer already
        if (!reply.raw.headersSent) socket.write(TOO_SLOW)
        socket.destroySoon()
      },
      bodyWithinMs + bodyLimit / bodyBytesPerMs,
    )
    const stop = () => clearTimeout(alarm)
    raw.once('end', stop).once('close', stop)
  })
}

function hasBody(headers: NodeJS.Dict<string | string[]>): boolean {
  return 'transfer-encoding' in headers || (headers['content-length'] ?? '0') !== '0'
}
