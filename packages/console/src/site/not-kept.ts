import { CallProblem } from '../api/call-problem'

/** Why a device keeps nothing: it has no room, its browser has no place for it or bars it, or no one is signed in. */
export type WhyUnkept = 'full' | 'noPlace' | 'signedOut'

/** Something could neither be kept on the device nor sent. */
export class NotKept extends CallProblem {
  readonly why: WhyUnkept

  constructor(cause: unknown, why: WhyUnkept) {
    const { method = '', path = '' } = cause instanceof CallProblem ? cause : {}
    super({ method, path, status: 0, problem: null, clientText: String(cause), atMs: Date.now() })
    this.why = why
  }
}

/** `null`: it failed for another reason. */
export function whyUnkept(error: unknown): WhyUnkept | null {
  return error instanceof NotKept ? error.why : null
}

/** For what says why the device kept nothing: the error window would say it twice. */
export function isUnkept(error: unknown): boolean {
  return error instanceof NotKept
}

/** What the failure of keeping something says of the device. */
export function whyOf(failure: unknown): WhyUnkept {
  return failure instanceof DOMException && failure.name === 'QuotaExceededError' ? 'full' : 'noPlace'
}
