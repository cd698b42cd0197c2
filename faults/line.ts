import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** The line between a store and the broker. While it is cut nothing passes and no one gets through. */
export class Line implements AsyncDisposable {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isCut = false

  private constructor(brokerPort: number) {
    this.#server = createServer((near) => {
      if (this.#isCut) near.destroy()
      else this.#join(near, connect(brokerPort, '127.0.0.1'))
    })
  }

  static async to(brokerPort: number): Promise<Line> {
    const line = new Line(brokerPort)
    await once(line.#server.listen(0, '127.0.0.1'), 'listening')
    return line
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** In the middle of whatever is on its way. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  repair(): void {
    this.#isCut = false
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #join(near: Socket, far: Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from)
      from.on('error', () => {})
      from.on('data', (chunk) => to.write(chunk))
      from.on('close', () => {
        this.#sockets.delete(from)
        to.destroy()
      })
    }
  }
}
