import { ByteQueue } from './byte-queue'

/**
 * How a stream of bytes is read, as a generator: it yields how many bytes come next and is given exactly these. Each
 * length that a peer states is checked before it is yielded.
 */
export type Steps<Outcome> = Generator<number, Outcome, Buffer>

/** Chunks are taken in slices, so that what is held is bounded by the longest step, however long a chunk is. */
const SLICE_BYTES = 64 * 1024
const SKIPPED_BYTES = 1024

/** Reads a stream by its steps, however the network has cut it. */
export class StepwiseReader<Outcome> {
  readonly #queue: ByteQueue
  readonly #steps: Steps<Outcome>
  #needed = 0
  #end: { readonly outcome: Outcome } | null = null
  #failure: { readonly reason: unknown } | null = null

  /** @param longestStep in bytes, the most that the steps ever yield */
  constructor(steps: Steps<Outcome>, longestStep: number) {
    this.#queue = new ByteQueue(longestStep + SLICE_BYTES)
    this.#steps = steps
    this.#proceed(() => steps.next())
  }

  /** What the steps returned, null as long as they go on. */
  get end(): { readonly outcome: Outcome } | null {
    return this.#end
  }

  /**
   * @throws what the steps threw; every later push throws it again, since nothing behind it can be understood
   * @throws RfbError `length` where the steps have ended and more comes than may be held
   */
  push(chunk: Uint8Array): void {
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      if (this.#failure !== null) break
      this.#queue.add(chunk.subarray(start, start + SLICE_BYTES))
      this.#run()
    }
    if (this.#failure !== null) throw this.#failure.reason
  }

  /** Bytes that came after the last step, for whoever reads on; they are handed out once. */
  takeRest(): Buffer {
    return this.#queue.take(this.#queue.length) ?? Buffer.alloc(0)
  }

  #run(): void {
    while (this.#end === null && this.#failure === null) {
      const bytes = this.#queue.take(this.#needed)
      if (bytes === null) return
      this.#proceed(() => this.#steps.next(bytes))
    }
  }

  #proceed(step: () => IteratorResult<number, Outcome>): void {
    try {
      const { done, value } = step()
      if (done) this.#end = { outcome: value }
      else this.#needed = value
    } catch (reason) {
      this.#failure = { reason }
    }
  }
}

/** Steps of up to 1 KiB over bytes that are of no use, without holding them. */
export function* skipBytes(count: number): Steps<void> {
  for (let left = count; left > 0; left -= SKIPPED_BYTES) yield Math.min(left, SKIPPED_BYTES)
}
