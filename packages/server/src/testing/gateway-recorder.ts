import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Recorded {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface GatewayRecorder {
  readonly url: string
  /** What was sent, in order. */
  readonly sent: Recorded[]
  /** What it says to the next requests; `null`: nothing, ever. */
  answer: { readonly status: number; readonly text?: string; readonly to?: string } | null
  close(): void
}

/**
 * Writes down what is sent to LINE or to a gateway for telephones. It proves our side only: whether they take what is
 * written down here, no one has tried.
 */
export async function gatewayRecorder(): Promise<GatewayRecorder> {
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += chunk
    recorder.sent.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body,
    })
    const { answer } = recorder
    if (answer === null) return
    reply
      .writeHead(answer.status, answer.to === undefined ? {} : { location: answer.to })
      .end(answer.text ?? '{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const recorder: GatewayRecorder = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: [],
    answer: { status: 200 },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return recorder
}
