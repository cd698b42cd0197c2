import { checkReply, isExceptionReply } from '@coldkeep/modbus/rtu-frame'
import type { BusOutcome, BusRequest } from './bus'

/** More than any frame: a device that never stops sending. */
const OVERRUN_BYTES = 512
const EXCEPTION_BYTES = 5
/**
 * A timer this late means that the process was busy, and bytes may have arrived that have not been read yet.
 */
const BUSY_MS = 10
const GRACE_MS = 10

export interface CollectRules {
  /** Silence after the first byte that ends the reply; null when only length and timeout do. */
  readonly silenceMs: number | null
  /** True: the timeout counts to the last byte, since converters cut replies in pieces. */
  readonly timesLastByte: boolean
}

/** Gathers the bytes of one reply until the first of: length, refusal, silence, overrun, timeout. */
export class ReplyCollector {
  readonly #request: BusRequest
  readonly #rules: CollectRules
  readonly #answer: (outcome: BusOutcome, extraBytes: number) => void
  #bytes: Uint8Array = new Uint8Array(0)
  #timer: NodeJS.Timeout | null = null
  #isEnded = false

  constructor(
    request: BusRequest,
    rules: CollectRules,
    answer: (outcome: BusOutcome, extraBytes: number) => void,
  ) {
    this.#request = request
    this.#rules = rules
    this.#answer = answer
  }

  /** The last byte of the request is on its way: the wait for the reply begins. */
  sent(): void {
    const isTimed = this.#bytes.length === 0 || this.#rules.timesLastByte
    if (!this.#isEnded && isTimed) this.#wait(this.#request.timeoutMs, () => this.#end({ kind: 'timeout' }))
  }

  /** Bytes from a stream, in any pieces. */
  take(chunk: Uint8Array): void {
    if (this.#isEnded) return
    this.#bytes = joined(this.#bytes, chunk)
    const endBytes = this.#endBytes()
    if (endBytes !== null) this.#judge(endBytes)
    else if (this.#bytes.length > OVERRUN_BYTES) this.malformed()
    else if (this.#rules.silenceMs !== null) {
      this.#wait(this.#rules.silenceMs, () => this.#judge(this.#bytes.length))
    }
  }

  /** A whole reply, where the transport itself marks its end. */
  takeWhole(reply: Uint8Array): void {
    this.#bytes = reply
    this.#judge(reply.length)
  }

  /** The transport cannot be understood any more. */
  malformed(): void {
    this.#end({ kind: 'length' })
  }

  /** The line was lost. */
  lost(): void {
    this.#end({ kind: 'port' })
  }

  /** Where the reply ends according to what has come so far; null while that is unknown. */
  #endBytes(): number | null {
    const { frame, expectedLengthBytes, strictness } = this.#request
    const head = this.#bytes.subarray(0, EXCEPTION_BYTES)
    if (strictness !== 'length' && isExceptionReply(frame, head)) return EXCEPTION_BYTES
    const isComplete = expectedLengthBytes > 0 && this.#bytes.length >= expectedLengthBytes
    return isComplete ? expectedLengthBytes : null
  }

  #judge(lengthBytes: number): void {
    const { frame, expectedLengthBytes, strictness } = this.#request
    // A copy: the chunk may be a view of a buffer that is used again.
    const reply = new Uint8Array(this.#bytes.subarray(0, lengthBytes))
    this.#end(checkReply(frame, reply, expectedLengthBytes, strictness), this.#bytes.length - lengthBytes)
  }

  #end(outcome: BusOutcome, extraBytes = 0): void {
    if (this.#isEnded) return
    this.#isEnded = true
    if (this.#timer) clearTimeout(this.#timer)
    this.#answer(outcome, extraBytes)
  }

  #wait(lengthMs: number, end: () => void): void {
    if (this.#timer) clearTimeout(this.#timer)
    const dueMs = performance.now() + lengthMs
    this.#timer = setTimeout(() => {
      if (performance.now() - dueMs < BUSY_MS) end()
      else this.#timer = setTimeout(end, GRACE_MS)
    }, lengthMs)
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}
