import { signOut as signOutCall } from '@coldkeep/contract/areas/session'
import { queryClient } from '../api/query-client'
import { exchange } from '../api/transport'
import { forgetTraces } from './recent-places'
import { endSession } from './session'

/**
 * Ends the sign-in here at once, so that no call that is refused in the meantime gives another reason, then
 * at the service; without a connection it has ended here all the same.
 */
export function signOut(): void {
  endSession('signedOut')
  queryClient.clear()
  forgetTraces()
  exchange(signOutCall, {}).catch(() => undefined)
}
