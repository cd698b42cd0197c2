import type { CallProblem } from './call-problem'

/** Who makes calls, and who hears of those that failed. */
export interface Caller {
  /** The current token; `null`: no one is signed in. */
  readonly token: () => string | null
  /** The token says that a second factor is to be set up. */
  readonly lacksFactor: () => boolean
  /** A token that will still be good when the call arrives; a refused one is renewed even if it looks good. */
  readonly freshToken: (refused?: string | null) => Promise<string | null>
  /** The service no longer takes the sign-in. */
  readonly signInEnded: () => void
  readonly reportFailure: (problem: CallProblem, retry?: () => void) => void
}

let given: Caller | undefined

/** Set once at start, before the first call of a signed-in user. */
export function setCaller(caller: Caller): void {
  given = caller
}

export function theCaller(): Caller {
  if (given === undefined) throw new Error('no caller is set')
  return given
}
