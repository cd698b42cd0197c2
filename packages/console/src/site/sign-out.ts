import { signOut as signOutCall } from '@coldkeep/contract/areas/session'
import { queryClient } from '../api/query-client'
import { exchange } from '../api/transport'
import { makeStore } from '../kit/store'
import { forgetTraces } from './recent-places'
import { currentSession, endSession } from './session'

/** How many entries would be lost by signing out: the person is asked; 0: nothing is to be asked. */
export const leaving = makeStore(0)

/** Signs out, after a question where something waits on this device to be sent. */
export async function signOut(): Promise<void> {
  const account = currentSession()?.payload.userId
  // a device that cannot be read has nothing to lose
  const kept = account === undefined ? [] : await readKept(account).catch(() => [])
  if (kept.length > 0) leaving.set(kept.length)
  else await leave()
}

/**
 * Ends the sign-in here at once, so that no call that is refused in the meantime gives another reason, then
 * at the service; without a connection it has ended here all the same. What the account has on this device goes first.
 */
export async function leave(): Promise<void> {
  const account = currentSession()?.payload.userId
  if (account !== undefined) await forgetKept(account).catch(reportError)
  leaving.set(0)
  endSession('signedOut')
  queryClient.clear()
  forgetTraces()
  exchange(signOutCall, {}).catch(() => undefined)
}

async function readKept(account: string): Promise<readonly unknown[]> {
  const { readRecords } = await import('./queue-records')
  return readRecords(account)
}

async function forgetKept(account: string): Promise<void> {
  const [{ forgetRecords }, { forgetAnswers }] = await Promise.all([
    import('./queue-records'),
    import('./saved-records'),
  ])
  await Promise.all([forgetRecords(account), forgetAnswers(account)])
}
