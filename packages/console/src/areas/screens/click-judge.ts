import type { Place } from './picture-place'

/** Two clicks within this are one double click. */
const DOUBLE_WITHIN_MS = 250

/** Runs something later. @returns what takes it back */
export type After = (ms: number, act: () => void) => () => void

export const afterBrowser: After = (ms, act) => {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

export interface ClickJudge {
  /** Somewhere was clicked; whether it was a double click is known a moment later. */
  click(place: Place): void
  /** What is not judged yet was no click. */
  forget(): void
}

/** Tells single from double clicks: the first one waits for a second, which is sent where the first was. */
export function judgeClicks(after: After, send: (place: Place, clicks: 1 | 2) => void): ClickJudge {
  let first: { readonly place: Place; readonly cancel: () => void } | null = null
  const forget = () => {
    first?.cancel()
    first = null
  }
  return {
    forget,
    click: (place) => {
      if (first !== null) {
        const { place: where } = first
        forget()
        return send(where, 2)
      }
      const cancel = after(DOUBLE_WITHIN_MS, () => {
        first = null
        send(place, 1)
      })
      first = { place, cancel }
    },
  }
}
