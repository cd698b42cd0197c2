import { Problem } from '@coldkeep/contract/problem'
import type { AccountId } from '@coldkeep/domain/ids'
import type { AccountRights } from '../access/account-rights'
import type { SignedIn } from '../access/signed-in'
import type { Db, Trx } from '../db/connect'
import { type Held, lockRights, selectHeld, selectHeldAtTop } from './held-right-queries'

/** Watches over a change of rights. */
export interface RightsGuard {
  /** The account that makes the change, as it is now. */
  readonly holder: Held
  /**
   * Before something of these accounts is changed.
   * @throws Problem `account.unknown` for one that is not below the holder, `right.beyond_own` for one that may do more
   */
  touch(accountIds: readonly AccountId[]): Promise<void>
  /** An account that was made in the change. */
  made(accountId: AccountId): void
}

/**
 * Changes rights, one change at a time: no account grants more than it holds, or outside its department, and
 * what administrators of the whole organisation hold together never gets less.
 * @throws Problem `access.page`, `right.beyond_own`, `account.last_administrator`; nothing is changed then
 */
export async function changeRights<T>(
  { db, user }: { readonly db: Db; readonly user: SignedIn },
  change: (trx: Trx, guard: RightsGuard) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockRights(trx)
    const [holder] = await selectHeld(trx, [user.accountId])
    // it may have changed while this change waited for another one
    if (holder === undefined || !holder.pageKeys.has('2-2-4')) throw new Problem('access.page')
    const before = await administratorsHold(trx)
    const touched = new Set<AccountId>()
    const result = await change(trx, {
      holder,
      async touch(accountIds) {
        const fresh = accountIds.filter((id) => !touched.has(id))
        const accounts = await selectHeld(trx, fresh)
        if (accounts.length < new Set(fresh).size || !accounts.every((one) => isBelow(one, holder))) {
          throw new Problem('account.unknown')
        }
        checkWithin(accounts, holder)
        for (const id of fresh) touched.add(id)
      },
      made: (accountId) => void touched.add(accountId),
    })
    checkWithin(await selectHeld(trx, [...touched]), holder)
    const after = await administratorsHold(trx)
    if ([...before].some((right) => !after.has(right))) throw new Problem('account.last_administrator')
    return result
  })
}

/** True when an account may do no more than another one, nowhere. */
function isWithin(account: AccountRights, holder: AccountRights): boolean {
  return (
    [...account.pageKeys].every((key) => holder.pageKeys.has(key)) &&
    [...holder.equipment.hidden].every((kind) => account.equipment.hidden.has(kind)) &&
    [...account.equipment.writes].every((kind) => holder.equipment.writes.has(kind))
  )
}

function checkWithin(accounts: readonly Held[], holder: Held): void {
  const isSo = accounts.every((one) => isBelow(one, holder) && isWithin(one, holder))
  if (!isSo) throw new Problem('right.beyond_own')
}

function isBelow({ path }: Held, { departmentId }: Held): boolean {
  return path.includes(departmentId)
}

/** What the accounts at the top of the organisation that may grant can do together. */
async function administratorsHold(db: Db): Promise<ReadonlySet<string>> {
  const top = await selectHeldAtTop(db)
  const administrators = top.filter(({ pageKeys }) => pageKeys.has('2-2-4'))
  return new Set(
    administrators.flatMap(({ pageKeys, equipment }) => [
      ...pageKeys,
      ...[...equipment.writes].map((kind) => `write ${kind}`),
    ]),
  )
}
