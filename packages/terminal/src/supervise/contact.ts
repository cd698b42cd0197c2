import type { Timekeeper } from '../time/timekeeper'
import type { Patience } from './judge'

export interface ContactParts {
  readonly time: Timekeeper
  readonly patience: Patience
  /** Lets the program of before sign in once. */
  dial(): { readonly reached: Promise<boolean>; stop(): void }
  /** The program of before signs in again and again, and the new one has no contact. */
  unlinked(): void
}

/**
 * Tells a program that cannot dial from a line that is cut: the one before, which could, tries the same. Where it does not get
 * through either, nothing is wrong with the new one, however long it takes.
 */
export class Contact {
  readonly #parts: ContactParts
  #reachedSinceMs: number | null = null
  #cancel = () => {}

  constructor(parts: ContactParts) {
    this.#parts = parts
  }

  start(): void {
    this.stop()
    this.#wait()
  }

  stop(): void {
    this.#cancel()
    this.#cancel = () => {}
    this.#reachedSinceMs = null
  }

  #wait(): void {
    const { time, patience } = this.#parts
    this.#cancel = time.after(patience.dialEveryMs, () => void this.#dial())
  }

  async #dial(): Promise<void> {
    const { time, patience, dial, unlinked } = this.#parts
    const attempt = dial()
    let isStopped = false
    this.#cancel = () => {
      isStopped = true
      attempt.stop()
    }
    const hasReached = await attempt.reached
    if (isStopped) return
    // the line has just come back: the new one is owed its own attempts from now on
    if (!hasReached) this.#reachedSinceMs = null
    else this.#reachedSinceMs ??= time.elapsedMs()
    const since = this.#reachedSinceMs
    if (since !== null && time.elapsedMs() - since >= patience.linkMs) unlinked()
    else this.#wait()
  }
}
