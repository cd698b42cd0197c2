import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** Answers one request in its own odd way. */
export type Behaviour = (request: Uint8Array, socket: Socket) => void | Promise<void>

/** A TCP server that does what no orderly device does: splits, stalls, babbles, answers the wrong question. */
export class OddSlave implements AsyncDisposable {
  readonly requests: Uint8Array[] = []
  readonly requestedAtMs: number[] = []
  connections = 0
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #behaviour: Behaviour

  private constructor(behaviour: Behaviour) {
    this.#behaviour = behaviour
    this.#server = createServer((socket) => {
      this.connections++
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        this.requests.push(chunk)
        this.requestedAtMs.push(performance.now())
        void this.#behaviour(chunk, socket)
      })
    })
  }

  static async start(behaviour: Behaviour, port = 0): Promise<OddSlave> {
    const slave = new OddSlave(behaviour)
    await new Promise<void>((resolve) => slave.#server.listen(port, '127.0.0.1', resolve))
    return slave
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** As it behaves now. */
  get behaviour(): Behaviour {
    return this.#behaviour
  }

  behave(behaviour: Behaviour): void {
    this.#behaviour = behaviour
  }

  send(bytes: Uint8Array): void {
    for (const socket of this.#sockets) socket.write(bytes)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
