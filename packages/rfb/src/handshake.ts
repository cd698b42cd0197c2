import { type Steps, StepwiseReader } from './stepwise-reader'

export type Send = (bytes: Uint8Array) => void

/** No step of a handshake is longer than the name of a screen or a reason may be. */
const LONGEST_STEP = 4096

/** One side of a part of the handshake: bytes of the other side go in, bytes for it come out. */
export class Handshake<Outcome> {
  readonly #reader: StepwiseReader<Outcome>
  #outgoing: Uint8Array[] = []

  constructor(steps: (send: Send) => Steps<Outcome>) {
    const send = (bytes: Uint8Array) => void this.#outgoing.push(bytes)
    this.#reader = new StepwiseReader(steps(send), LONGEST_STEP)
  }

  /** What has to be sent before anything has arrived; once. */
  start(): Buffer {
    const bytes = Buffer.concat(this.#outgoing)
    this.#outgoing = []
    return bytes
  }

  /**
   * @returns what has to be sent now
   * @throws RfbError what is wrong with the other side; nothing more can be done with it
   */
  push(chunk: Uint8Array): Buffer {
    this.#reader.push(chunk)
    return this.start()
  }

  /** What was agreed on; null as long as that is open. */
  get outcome(): Outcome | null {
    return this.#reader.end?.outcome ?? null
  }

  /** Bytes behind the handshake, for whoever reads on; they are handed out once. */
  takeRest(): Buffer {
    return this.#reader.takeRest()
  }
}
