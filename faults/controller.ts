import type { Socket } from 'node:net'
import { OddSlave } from '@coldkeep/terminal/testing/odd-slave'
import { READINGS_PER_POLL } from './fleet'

const HEAD_BYTES = 9

/** A controller on Modbus TCP that never answers the same twice: its values show which poll they belong to. */
export class Controller implements AsyncDisposable {
  /** All that it has ever answered. */
  readonly answered = new Set<number>()
  readonly #slave: OddSlave
  #next = 1
  #refused = 0

  private constructor(slave: OddSlave) {
    this.#slave = slave
  }

  static async start(): Promise<Controller> {
    const slave = await OddSlave.start(() => {})
    const controller = new Controller(slave)
    slave.behave((request, socket) => controller.#answer(request, socket))
    return controller
  }

  get port(): number {
    return this.#slave.port
  }

  /** Answers nothing more. */
  hush(): void {
    this.#slave.behave(() => void this.#refused++)
  }

  /** How often it was polled in vain since. */
  get refused(): number {
    return this.#refused
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#slave[Symbol.asyncDispose]()
  }

  #answer(request: Uint8Array, socket: Socket): void {
    const reply = Buffer.alloc(HEAD_BYTES + 2 * READINGS_PER_POLL)
    reply.set(request.subarray(0, 2))
    reply.writeUInt16BE(3 + 2 * READINGS_PER_POLL, 4)
    reply.set(request.subarray(6, 8), 6)
    reply.writeUInt8(2 * READINGS_PER_POLL, 8)
    for (let register = 0; register < READINGS_PER_POLL; register++) {
      reply.writeUInt16BE(this.#next, HEAD_BYTES + 2 * register)
      this.answered.add(this.#next++)
    }
    socket.write(reply)
  }
}
