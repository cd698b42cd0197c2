import { Duplex } from 'node:stream'

const QUERY = 'Q'.charCodeAt(0)
const COPY_FAIL = 'f'.charCodeAt(0)
const COPY_DONE = 'c'.charCodeAt(0)
const TERMINATE = 'X'.charCodeAt(0)
const COPY_FROM_STDIN = /^\s*copy\b[^;]*\bfrom\s+stdin\b/i
/** CopyInResponse in text format and without columns: what the client reads of it is only that it may begin. */
const COPY_IN_RESPONSE = Buffer.from([0x47, 0, 0, 0, 7, 0, 0, 0])

/** Sends whole protocol messages to the embedded server; its answer comes through `EmbeddedStream.receive`. */
export type SendWire = (bytes: Uint8Array, isCopy: boolean) => void

/**
 * Replaces the socket of a `pg` client, so that the embedded database is used with the same client, types and
 * errors as PostgreSQL. The embedded server runs a request to its end and cannot wait for more input,
 * therefore a COPY is held back here until its last row is known.
 */
export class EmbeddedStream extends Duplex {
  readonly #send: SendWire
  #unread: Buffer = Buffer.alloc(0)
  #isStarted = false
  #copy: Buffer[] | null = null

  constructor(send: SendWire) {
    super({ allowHalfOpen: false })
    this.#send = send
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  receive(bytes: Uint8Array): void {
    if (!this.destroyed) this.push(bytes)
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#accept([chunk])
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#accept(chunks.map((one) => one.chunk))
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  #accept(chunks: Buffer[]): void {
    const bytes =
      this.#unread.length === 0 && chunks.length === 1
        ? (chunks[0] as Buffer)
        : Buffer.concat([this.#unread, ...chunks])
    let from = 0
    let at = 0
    while (true) {
      const length = messageLength(bytes, at, this.#isStarted)
      if (length === null || at + length > bytes.length) break
      const message = bytes.subarray(at, at + length)
      at += length
      if (!this.#isStarted) {
        this.#isStarted = true
        continue
      }
      if (message[0] === TERMINATE) {
        from = at
      } else if (this.#copy !== null) {
        this.#copy.push(message)
        from = at
        if (message[0] === COPY_DONE || message[0] === COPY_FAIL) this.#finishCopy(this.#copy)
      } else if (message[0] === QUERY && COPY_FROM_STDIN.test(message.toString('utf8', 5, length - 1))) {
        this.#pass(bytes.subarray(from, at - length))
        this.#copy = [message]
        from = at
        this.push(COPY_IN_RESPONSE)
      }
    }
    this.#pass(bytes.subarray(from, at))
    this.#unread = bytes.subarray(at)
  }

  #finishCopy(messages: Buffer[]): void {
    this.#copy = null
    this.#send(Buffer.concat(messages), true)
  }

  #pass(bytes: Buffer): void {
    if (bytes.length > 0) this.#send(bytes, false)
  }
}

/** Length of the message that begins at `at`, or `null` when not even that has arrived. */
function messageLength(bytes: Buffer, at: number, hasLetter: boolean): number | null {
  const letter = hasLetter ? 1 : 0
  return at + letter + 4 > bytes.length ? null : letter + bytes.readUInt32BE(at + letter)
}
