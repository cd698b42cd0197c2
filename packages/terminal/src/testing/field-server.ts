import { createServer as createPlain, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface FieldAnswer {
  readonly status?: number
  readonly body: unknown
}

/** Answers as a test lays down, and keeps the requests. */
export class FieldServer implements AsyncDisposable {
  readonly requests: { readonly path: string; readonly body: Readonly<Record<string, unknown>> }[] = []
  readonly #server: Server
  readonly #scheme: string

  private constructor(server: Server, scheme: string) {
    this.#server = server
    this.#scheme = scheme
  }

  static async start(
    answer: (body: Readonly<Record<string, unknown>>) => FieldAnswer,
    tls: { readonly key: string; readonly cert: string } | null = null,
  ): Promise<FieldServer> {
    const server = tls ? createTls(tls) : createPlain()
    const made = new FieldServer(server, tls ? 'https' : 'http')
    server.on('request', async (request: IncomingMessage, response) => {
      const body = JSON.parse(await text(request))
      made.requests.push({ path: request.url ?? '', body })
      const { status = 200, body: answered } = answer(body)
      response.writeHead(status).end(typeof answered === 'string' ? answered : JSON.stringify(answered))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return made
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
