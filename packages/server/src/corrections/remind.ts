import { kindsOfDevice, maySee } from '@coldkeep/domain/access/equipment'
import { breachNumber } from '@coldkeep/domain/corrections/corrective-action'
import { groupBy } from '@coldkeep/domain/group-by'
import type { DepartmentId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { selectAccountsOf } from '../access/account-right-queries'
import { type AccountRights, rightsOf } from '../access/account-rights'
import type { Db, Trx } from '../db/connect'
import { NO_STORE } from '../outbox/news-kind'
import { insertOwnNotices } from '../outbox/own-notice-queries'
import { takeUnattended, type UnattendedBreach } from './reminder-queries'

/** The others are counted. */
const BREACHES_NAMED = 5

/**
 * Reminds accounts with the page of temperature protection, once, of breaches at their stores that have been open for more
 * than a day, each account of all that are new in one message. Several servers may do it at once.
 * @returns how many breaches are new
 */
export async function remindOfBreaches(db: Db, now: EpochMs): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const breaches = await takeUnattended(trx, now)
    if (breaches.length > 0) await notify(trx, breaches, now)
    return breaches.length
  })
}

async function notify(trx: Trx, breaches: readonly UnattendedBreach[], now: EpochMs): Promise<void> {
  const departmentIds = [...new Set(breaches.flatMap(({ path }) => path))]
  const accounts = (await selectAccountsOf(trx, departmentIds)).map((account) => ({
    ...account,
    rights: rightsOf(account),
  }))
  const keepers = accounts.filter(({ rights }) => rights.pageKeys.has('1-2'))
  // those who see the same share a message
  for (const [key, alike] of groupBy(keepers, ({ departmentId, rights }) => keyOf(departmentId, rights))) {
    const [first] = alike
    if (first === undefined) continue
    const shown = breaches.filter(
      (breach) =>
        breach.path.includes(first.departmentId) && maySee(first.rights.equipment, kindsOfDevice(breach)),
    )
    if (shown.length === 0) continue
    await insertOwnNotices(
      trx,
      {
        ...newsOf(shown, first.departmentId),
        ...{ subjectKind: 'correction', about: 'unattended', messageKey: `correction:${key}:${now}` },
        channels: ['app', 'push'],
      },
      alike.map(({ accountId }) => accountId),
      now,
    )
  }
}

function keyOf(departmentId: DepartmentId, { equipment }: AccountRights): string {
  return [departmentId, ...[...equipment.hidden].toSorted()].join('-')
}

function newsOf(breaches: readonly UnattendedBreach[], departmentId: DepartmentId) {
  const [only, ...others] = breaches
  const path = only?.path ?? []
  return {
    storeId: only !== undefined && others.length === 0 ? only.storeId : NO_STORE,
    detail: {
      count: String(breaches.length),
      breaches: JSON.stringify(
        breaches.slice(0, BREACHES_NAMED).map(({ breachId, storeCode, storeName, deviceName, state }) => ({
          number: breachNumber(breachId),
          store: `${storeCode} ${storeName}`,
          device: deviceName,
          state,
        })),
      ),
      more: String(Math.max(0, breaches.length - BREACHES_NAMED)),
      departments: path.slice(0, path.indexOf(departmentId) + 1).join('.'),
      devices: JSON.stringify(breaches.map(({ storeId, deviceId }) => [storeId, deviceId])),
    },
  }
}
