import { pageKeys } from '@coldkeep/domain/access/page-key'
import { epochMs } from '@coldkeep/domain/time/instant'
import { setPassword } from '@coldkeep/server/accounts/set-password'
import { insertAccount, insertPermissionType } from '@coldkeep/server/accounts/sign-in-queries'
import type { Db } from '@coldkeep/server/db/connect'
import { quickHash } from '@coldkeep/server/testing/quick-hash'
import { PASSWORD, type TinyFleet } from '@coldkeep/server/testing/tiny-fleet'
import { insertOwnMessages } from './past-notices'

/** Accounts of the walks that change what belongs to an account, so that no other walk sees it. */
export async function insertOwnAccounts(db: Db, { company, north, south }: TinyFleet): Promise<void> {
  const now = epochMs(Date.now())
  const passwordHash = await quickHash(PASSWORD)
  const everything = await insertPermissionType(db, 'All pages of owners', pageKeys)
  // others are notified of what happens to models, writes, terminals and service points: other walks cause much of it
  const alarmsOnly = await insertPermissionType(
    db,
    'Pages of an owner who is notified of alarms alone',
    pageKeys.filter((key) => !['2-2-5', '2-3-1', '3-1', '3-2'].includes(key)),
  )
  const put = (login: string, name: string, departmentId: typeof company, pages = everything) =>
    insertAccount(
      db,
      {
        login,
        name,
        email: `${login}@shop.example`,
        passwordHash,
        departmentId,
        permissionTypeIds: [pages],
      },
      now,
    )
  await insertOwnMessages(db, await put('olga', 'Olga', company, alarmsOnly), now)
  await put('vera', 'Vera', company)
  await put('lin', 'Lin', company)
  const aboutAlone = await insertPermissionType(db, 'About alone', ['5-2'])
  await put('mona', 'Mona', south, aboutAlone)
  await put('cora', 'Cora', north)
  await put('paula', 'Paula', north)
  const forgetful = await put('forgetful', 'Finn', north)
  const lost = { accountId: forgetful, secret: new Uint8Array(20), confirmedAt: now }
  await db.insertInto('secondFactor').values(lost).execute()
  const novice = await put('novice', 'Nils', north)
  await setPassword(db, novice, { password: PASSWORD, by: null, isTemporary: true, now })
}
