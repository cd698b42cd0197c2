import type { EntryUsers } from '../fridge-lists/entry-users'
import { markDue } from './due-queries'
import { countProfilesNaming, moveProfilesNaming } from './profile-queries'

/** Profiles name entries of the lists of fridges. */
export const profilesNaming: EntryUsers = {
  count: countProfilesNaming,
  async move(trx, list, merged, now) {
    await markDue(trx, await moveProfilesNaming(trx, list, merged), now)
  },
}
