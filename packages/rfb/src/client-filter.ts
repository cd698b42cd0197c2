import { ClientMessageReader } from './client-message-reader'
import { clientMessage } from './message-type'
import { RfbError } from './rfb-error'

/** `view` no key and no movement of the pointer passes · `control` they do */
export type FilterMode = 'view' | 'control'

/** In both, cut text is dropped. */
const passing: Readonly<Record<FilterMode, ReadonlySet<number>>> = {
  view: new Set([
    clientMessage.setPixelFormat,
    clientMessage.setEncodings,
    clientMessage.framebufferUpdateRequest,
  ]),
  control: new Set([
    clientMessage.setPixelFormat,
    clientMessage.setEncodings,
    clientMessage.framebufferUpdateRequest,
    clientMessage.keyEvent,
    clientMessage.pointerEvent,
  ]),
}
/** Others who look at the screen stay connected, whatever the client says (RFC 6143, 7.3.1). */
const SHARED = Buffer.of(1)

/**
 * Stands between a client and a server in the direction from the client, from its ClientInit on: only whole messages of
 * known types go through. Its errors, after which the connection must end: `message` of another type · `length`.
 */
export class ClientFilter {
  readonly #mode: FilterMode
  readonly #reader = new ClientMessageReader((message) => this.#take(message))
  #passed: Buffer[] = []
  #isInitialised = false

  constructor(mode: FilterMode) {
    this.#mode = mode
  }

  /**
   * @returns what the server may be sent
   * @throws RfbError for what may not; nothing of this chunk goes through then
   */
  push(chunk: Uint8Array): Buffer {
    const messages = this.#isInitialised ? chunk : this.#initialise(chunk)
    this.#reader.push(messages)
    const bytes = Buffer.concat(this.#passed)
    this.#passed = []
    return bytes
  }

  #initialise(chunk: Uint8Array): Uint8Array {
    if (chunk.length === 0) return chunk
    this.#isInitialised = true
    this.#passed.push(SHARED)
    return chunk.subarray(1)
  }

  #take(message: Buffer): void {
    if (!passing[this.#mode].has(message.readUInt8())) {
      throw new RfbError('message', `a message of type ${message[0]} while the screen is for viewing only`)
    }
    this.#passed.push(message)
  }
}
