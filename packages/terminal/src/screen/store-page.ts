import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { pageHtml, pageScript, pageStyle } from './page-content'
import type { ScreenSessions } from './screen-sessions'

const MOST_BODY_BYTES = 1024
const MOST_SHOWN = 20
const MOST_LISTENERS = 8

const answerBody = z.strictObject({ question: z.string().check(z.maxLength(64)), isAllowed: z.boolean() })

export interface StorePage {
  /** The port it listens on. */
  readonly port: number
  close(): Promise<void>
}

/**
 * The page of the store: who asks for its screen, who is there, and how to end it. It listens on the box itself alone,
 * and takes answers from its own page alone: pages of others, also under a name that leads here, are refused.
 */
export function openStorePage(sessions: ScreenSessions, port: number, log: Logger): Promise<StorePage> {
  const streams = new Set<ServerResponse>()
  const unfollow = sessions.follow(() => {
    for (const stream of streams) sendState(stream, sessions)
  })
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.warn({ err: error }, 'the page of the store could not answer')
      end(response, 400)
    })
  })
  server.headersTimeout = 5_000
  server.maxConnections = 32

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const address = server.address()
    const own = `127.0.0.1:${address !== null && typeof address === 'object' ? address.port : port}`
    if (request.headers.host !== own) return end(response, 421)
    if (request.method === 'GET') return show(request.url ?? '/', response)
    if (request.method !== 'POST' || request.headers.origin !== `http://${own}`) return end(response, 403)
    if (request.url === '/stop') {
      sessions.stop()
      return end(response, 204)
    }
    if (request.url !== '/answer') return end(response, 404)
    const { question, isAllowed } = z.parse(answerBody, JSON.parse(await readBody(request)))
    return end(response, sessions.answer(question, isAllowed) ? 204 : 409)
  }

  const show = (url: string, response: ServerResponse) => {
    if (url === '/') return send(response, 'text/html', pageHtml)
    if (url === '/page.js') return send(response, 'text/javascript', pageScript)
    if (url === '/page.css') return send(response, 'text/css', pageStyle)
    if (url !== '/events' || streams.size >= MOST_LISTENERS) return end(response, 404)
    response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' })
    streams.add(response)
    response.on('close', () => streams.delete(response))
    sendState(response, sessions)
  }

  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve({
        port: address !== null && typeof address === 'object' ? address.port : port,
        async close() {
          unfollow()
          for (const stream of streams) stream.end()
          await new Promise((closed) => server.close(closed))
        },
      })
    })
  })
}

const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

function send(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { ...headers, 'content-type': `${type}; charset=utf-8` })
  response.end(text)
}

function end(response: ServerResponse, status: number): void {
  if (!response.headersSent) response.writeHead(status, headers)
  response.end()
}

function sendState(stream: ServerResponse, { phase, entries }: ScreenSessions): void {
  const state = { phase, last: entries.entries.slice(0, MOST_SHOWN) }
  stream.write(`data: ${JSON.stringify(state)}\n\n`)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MOST_BODY_BYTES) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
