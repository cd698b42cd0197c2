import { randomUUID } from 'node:crypto'
import { addOnCallRota } from '@coldkeep/contract/areas/on-call'
import type { AccountId, DepartmentId } from '@coldkeep/domain/ids'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import { addDays, dayOfWeek } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { alertServiceOf, changeAlertService } from '@coldkeep/server/accounts/alert-service'
import { updateAlertService } from '@coldkeep/server/accounts/alert-service-queries'
import { hashPassword } from '@coldkeep/server/accounts/password'
import { insertAccount } from '@coldkeep/server/accounts/sign-in-queries'
import { amberRounds } from '@coldkeep/server/amber/amber-rounds'
import type { Db } from '@coldkeep/server/db/connect'
import type { Visitor } from './visitor'

/** Engineers beside the one that signs in: one whose service ends soon, and one whose service is over. */
const engineers = [
  { login: 'engineer-2', name: '林志明', title: '維修工程師', mobile: '0912-555-018', endsInDays: 6 },
  { login: 'engineer-3', name: '佐藤 花', title: '維修工程師', mobile: '0912-555-027', endsInDays: -12 },
] as const
const BEGAN_DAYS_AGO = 90
const ROTA_WEEKS = 4

/**
 * Makes further engineers, each with an alert service that began in the past, and a rota of who is on call where they are, unless
 * they are there.
 * @throws Error where the server refuses any of it
 */
export async function planAmber(visitor: Visitor, db: Db, now: EpochMs): Promise<void> {
  const own = await db
    .selectFrom('account')
    .select(['accountId', 'name', 'departmentId'])
    .where('login', '=', 'engineer')
    .executeTakeFirst()
  if (own === undefined) return
  const known = await db.selectFrom('account').select('login').where('login', '=', 'engineer-2').execute()
  if (known.length > 0) return
  const accounts = [own.accountId]
  for (const { endsInDays, title, mobile, ...names } of engineers) {
    const passwordHash = await hashPassword(randomUUID())
    const alertServiceEndsOn = localDateOf('Asia/Taipei', later(now, days(endsInDays)))
    await db.transaction().execute(async (trx) => {
      const draft = { ...names, email: '', passwordHash, departmentId: own.departmentId }
      const accountId = await insertAccount(trx, { ...draft, permissionTypeIds: [] }, now)
      const columns = { isEngineer: true, title, mobile }
      await trx.updateTable('account').set(columns).where('accountId', '=', accountId).execute()
      const next = { hasAlertService: true, alertServiceEndsOn }
      const then = { user: own, now: later(now, -days(BEGAN_DAYS_AGO)) }
      const account = { accountId, name: names.name, departmentId: own.departmentId }
      const none = { isOn: false, endsOn: null }
      await changeAlertService(trx, then, account, none, alertServiceOf(next))
      await updateAlertService(trx, accountId, { ...next, takesCases: true, alertLowestRank: 4 })
      accounts.push(accountId)
    })
  }
  await amberRounds(db, now)
  await planOnCall(visitor, own.departmentId, accounts.slice(0, 2), now)
}

async function planOnCall(
  visitor: Visitor,
  departmentId: DepartmentId,
  accounts: AccountId[],
  now: EpochMs,
): Promise<void> {
  const today = localDateOf('Asia/Taipei', now)
  const firstDay = addDays(today, 1 - dayOfWeek(today))
  const everyDay = { weeks: ROTA_WEEKS, weekdays: [1, 2, 3, 4, 5, 6, 7] }
  const body = { departmentId, firstDay, ...everyDay, from: '20:00', until: '08:00', accounts }
  await visitor.call(addOnCallRota, { body })
}
