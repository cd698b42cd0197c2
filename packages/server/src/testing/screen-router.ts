import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** Ports behind the router: of the server, and of gateways by their names. */
interface Routed {
  readonly server: number
  readonly gateways: Readonly<Record<string, number>>
}

const OF_PATH =
  /^\/(?:field\/v1\/screens|api\/v2\/remote\/(?:img|sessions|recordings|live))\/([a-z0-9]{1,12})-/
const OF_TEXT = /[?&"]uid"?[=:]\s*"?([a-z0-9]{1,12})-/
const HOST = '127.0.0.1'

/** The rule of docs/screens.md as a router of few lines, for machines without one by others. */
export async function startScreenRouter({ server, gateways }: Routed): Promise<{
  readonly port: number
  close(): void
}> {
  let turns = 0
  const portsFor = (url: string, body: string): readonly number[] => {
    const [, name] = OF_PATH.exec(url) ?? OF_TEXT.exec(url) ?? OF_TEXT.exec(body) ?? []
    if (url.startsWith('/api/v2/remote/connect')) {
      const ports = Object.values(gateways)
      const first = turns++ % ports.length
      return [...ports.slice(first), ...ports.slice(0, first)]
    }
    return [(name && gateways[name]) || server]
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const [port, ...others] = portsFor(request.url ?? '', body.toString('latin1'))
    const send = (to: number | undefined, left: readonly number[]) => {
      const { method, headers, url } = request
      const sent = httpRequest({ host: HOST, port: to, method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' && left.length > 0) send(left[0], left.slice(1))
        else response.writeHead(503).end()
      })
      sent.end(body)
    }
    send(port, others)
  }

  const router = createServer((request, response) => void pass(request, response))
  router.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const target = connect(portsFor(request.url ?? '', '')[0] ?? server, HOST)
    const lines = request.rawHeaders.reduce((text, part, at) => text + part + (at % 2 ? '\r\n' : ': '), '')
    target.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines}\r\n`)
    target.write(head)
    target.pipe(socket).pipe(target)
    for (const end of [target, socket]) end.on('error', () => [target, socket].map((one) => one.destroy()))
  })
  await new Promise<void>((resolve) => router.listen(0, HOST, resolve))
  return {
    port: (router.address() as AddressInfo).port,
    close() {
      router.closeAllConnections()
      router.close()
    },
  }
}
