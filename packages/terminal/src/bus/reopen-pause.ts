const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** When a port that could not be opened may be tried again: after 1, 2, 4 … 60 s. Times are monotonic. */
export class ReopenPause {
  #pauseMs = 0
  #notBeforeMs = 0

  mayTry(nowMs: number): boolean {
    return nowMs >= this.#notBeforeMs
  }

  opened(): void {
    this.#pauseMs = 0
    this.#notBeforeMs = 0
  }

  failed(nowMs: number): void {
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * this.#pauseMs))
    this.#notBeforeMs = nowMs + this.#pauseMs
  }
}
