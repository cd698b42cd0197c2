import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** A camera on the network, which answers as a test lays down. */
export class WebCamera implements AsyncDisposable {
  /** Of the requests that came: their path with query, and how they signed in. */
  readonly requests: { readonly path: string; readonly authorization: string | undefined }[] = []
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => void response.end()
  readonly #server: Server

  private constructor() {
    const listener: RequestListener = (request, response) => {
      this.requests.push({ path: request.url ?? '', authorization: request.headers.authorization })
      this.answer(request, response)
    }
    this.#server = createServer(listener)
  }

  static async open(answer?: WebCamera['answer']): Promise<WebCamera> {
    const camera = new WebCamera()
    if (answer) camera.answer = answer
    await new Promise<void>((resolve) => camera.#server.listen(0, '127.0.0.1', resolve))
    return camera
  }

  /** Gives one picture, again and again. */
  gives(jpeg: Uint8Array, headers: Record<string, string> = {}): void {
    this.answer = (_, response) =>
      void response.writeHead(200, { 'content-type': 'image/jpeg', ...headers }).end(jpeg)
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/snap.jpg?channel=1`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
