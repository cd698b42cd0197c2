import { kindsOfDevice, maySee } from '@coldkeep/domain/access/equipment'
import { groupBy } from '@coldkeep/domain/group-by'
import type { DepartmentId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type UpkeepNews, upkeepNews } from '@coldkeep/domain/upkeep/upkeep-news'
import { selectAccountsOf } from '../access/account-right-queries'
import { type AccountRights, rightsOf } from '../access/account-rights'
import type { Db, Trx } from '../db/connect'
import { NO_STORE } from '../outbox/news-kind'
import { insertOwnNotices } from '../outbox/own-notice-queries'
import { type RemindedPlan, takeReminded } from './reminder-queries'
import { recountHours } from './running-hours'

/** The others are counted. */
const PLANS_NAMED = 5

/**
 * Reminds accounts that may write on the page of upkeep of work at their stores that has become due soon or overdue, each
 * account of all that is new in one message. Of a due day they are reminded once before it and once after it, over
 * restarts. Several servers may do it at once.
 * @returns how many plans are new
 */
export async function remindOfUpkeep(db: Db, now: EpochMs): Promise<number> {
  await recountHours(db)
  let count = 0
  for (const about of upkeepNews) {
    count += await db.transaction().execute(async (trx) => {
      const plans = await takeReminded(trx, about, now)
      if (plans.length > 0) await notify(trx, about, plans, now)
      return plans.length
    })
  }
  return count
}

async function notify(
  trx: Trx,
  about: UpkeepNews,
  plans: readonly RemindedPlan[],
  now: EpochMs,
): Promise<void> {
  const departmentIds = [...new Set(plans.flatMap(({ path }) => path))]
  const accounts = (await selectAccountsOf(trx, departmentIds)).map((account) => ({
    ...account,
    rights: rightsOf(account),
  }))
  const keepers = accounts.filter(({ rights }) => rights.pageKeys.has('4-3'))
  // those who see the same share a message
  for (const [key, alike] of groupBy(keepers, ({ departmentId, rights }) => keyOf(departmentId, rights))) {
    const [first] = alike
    if (first === undefined) continue
    const shown = plans.filter(
      ({ path, devices }) =>
        path.includes(first.departmentId) &&
        devices.every((device) => maySee(first.rights.equipment, kindsOfDevice(device))),
    )
    if (shown.length === 0) continue
    const news = newsOf(about, shown, first.departmentId)
    const messageKey = `upkeep:${about}:${key}:${now}`
    await insertOwnNotices(
      trx,
      { ...news, subjectKind: 'upkeep', about, messageKey, channels: ['app', 'push'] },
      alike.map(({ accountId }) => accountId),
      now,
    )
  }
}

function keyOf(departmentId: DepartmentId, { equipment }: AccountRights): string {
  return [departmentId, ...[...equipment.hidden].toSorted()].join('-')
}

function newsOf(about: UpkeepNews, plans: readonly RemindedPlan[], departmentId: DepartmentId) {
  const [only, ...others] = plans
  const path = only?.path ?? []
  const devices = plans.flatMap(({ storeId, devices: own }): (readonly [StoreId, DeviceId | null])[] =>
    own.length === 0 ? [[storeId, null]] : own.map(({ deviceId }) => [storeId, deviceId]),
  )
  return {
    storeId: only !== undefined && others.length === 0 ? only.storeId : NO_STORE,
    detail: {
      count: String(plans.length),
      plans: JSON.stringify(
        plans.slice(0, PLANS_NAMED).map(({ storeCode, storeName, item, dueOn }) => ({
          store: `${storeCode} ${storeName}`,
          item,
          dueOn,
        })),
      ),
      more: String(Math.max(0, plans.length - PLANS_NAMED)),
      departments: path.slice(0, path.indexOf(departmentId) + 1).join('.'),
      state: about === 'overdue' ? 'overdue' : 'soon',
      devices: JSON.stringify(devices),
    },
  }
}
