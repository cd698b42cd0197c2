import { type ClientEvent, ClientMessages } from './client-message-reader'
import type { Framebuffer } from './framebuffer'
import type { Handshake } from './handshake'
import { rgbxFormat } from './pixel-format'
import { serverInitHandshake, serverSecurityHandshake } from './server-handshake'
import { UpdateWriter } from './update-writer'

/** Keys and movements of the pointer that a client sends. */
export type ClientInput = Extract<ClientEvent, { readonly kind: 'key' | 'pointer' }>

export interface Pushed {
  /** What the client is to be sent at once. */
  readonly answer: Buffer
  /** Keys and pointer, in order; what becomes of them is the caller's to decide. */
  readonly inputs: readonly ClientInput[]
}

/** The server's side of one client that was let in otherwise, from the version of the protocol on: it is shown a framebuffer. */
export class ServerConnection {
  readonly #shakes: Handshake<unknown>[]
  readonly #messages = new ClientMessages()
  readonly #updates: UpdateWriter

  /** @param name of the screen, as ServerInit states it */
  constructor(framebuffer: Framebuffer, name: string) {
    const { width, height } = framebuffer
    this.#shakes = [
      serverSecurityHandshake(),
      serverInitHandshake({ width, height, format: rgbxFormat, name }),
    ]
    this.#updates = new UpdateWriter(framebuffer)
  }

  /** What has to be sent before anything has arrived. */
  start(): Buffer {
    return this.#shakes[0]?.start() ?? EMPTY
  }

  /** @throws RfbError for what a client may not send; the connection must end */
  push(chunk: Buffer): Pushed {
    const answers: Buffer[] = []
    let rest = chunk
    for (let shake = this.#shakes[0]; shake !== undefined; shake = this.#shakes[0]) {
      answers.push(shake.push(rest))
      if (shake.outcome === null) return { answer: Buffer.concat(answers), inputs: [] }
      rest = shake.takeRest()
      this.#shakes.shift()
      answers.push(this.start())
    }
    const inputs: ClientInput[] = []
    for (const event of this.#messages.push(rest)) {
      if (event.kind === 'key' || event.kind === 'pointer') inputs.push(event)
      else this.#updates.take(event)
    }
    return { answer: Buffer.concat(answers), inputs }
  }

  /** The update for which the client waits; null where it waits for none, or nothing has changed. */
  next(): Buffer | null {
    return this.#updates.next()
  }

  /** The client is gone. */
  close(): void {
    this.#updates.close()
  }
}

const EMPTY = Buffer.alloc(0)
