import type { Profile } from '@coldkeep/contract/areas/account'
import { minutes } from '@coldkeep/domain/time/instant'

/** How one signed in, and when. */
export type SignInAge = Pick<Profile, 'signedInAt' | 'isByProvider'>

/** A little less than the service allows, since filling in a form takes time. */
const FRESH_MS = minutes(9)

/** Whether the service will ask for the present password too; should it after all, it says so. */
export function asksCurrent({ signedInAt, isByProvider }: SignInAge): boolean {
  return isByProvider || Date.now() - signedInAt > FRESH_MS
}
