import type { Caller } from '../api/caller'
import { reportFailure } from './failures'
import { currentSession, currentToken, endSession, freshToken } from './session'

/** Calls are made by who is signed in; those that fail are shown in the error window. */
export const signedInCaller: Caller = {
  token: currentToken,
  lacksFactor: () => currentSession()?.payload.lacksFactor === true,
  freshToken,
  signInEnded: () => endSession('ended'),
  reportFailure,
}
