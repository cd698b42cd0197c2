import { LEFT_BEHIND_FROM, newestVersion, versionsBehind } from '@coldkeep/domain/firmware/versions-behind'
import { groupBy } from '@coldkeep/domain/group-by'
import type { AccountId, DepartmentId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { selectAccountsOf } from '../access/account-right-queries'
import { rightsOf } from '../access/account-rights'
import type { Db, Trx } from '../db/connect'
import { NO_STORE } from '../outbox/news-kind'
import { insertOwnNotices } from '../outbox/own-notice-queries'
import { selectReleased } from '../terminals/terminal-queries'
import {
  deleteCaughtUp,
  insertOutdated,
  lockOutdated,
  type OutdatedTerminal,
  selectReportedFirmware,
  selectStorePlaces,
} from './outdated-queries'

const STORES_NAMED = 3

/**
 * Notifies accounts that may open the page of terminals of those of their stores that were left behind, by their program or
 * the system of their box, each account of all that are new in one message. Of a terminal they are notified once until both
 * have caught up. Several servers may do it at once.
 * @returns how many terminals are new
 */
export async function notifyOfOutdated(db: Db, now: EpochMs): Promise<number> {
  const released = await selectReleased(db)
  const reported = await selectReportedFirmware(db)
  const outdated = reported.filter(
    ({ type, version }) => (versionsBehind(version, released.get(type) ?? []) ?? 0) >= LEFT_BEHIND_FROM,
  )
  return db.transaction().execute(async (trx) => {
    await lockOutdated(trx)
    await deleteCaughtUp(trx, outdated)
    const found = await insertOutdated(trx, outdated, now)
    if (found.length > 0) await notify(trx, found, released, now)
    return terminalsOf(found).length
  })
}

function terminalsOf(found: readonly OutdatedTerminal[]): readonly TerminalId[] {
  return [...new Set(found.map(({ terminalId }) => terminalId))]
}

async function notify(
  trx: Trx,
  found: readonly OutdatedTerminal[],
  released: ReadonlyMap<string, readonly string[]>,
  now: EpochMs,
): Promise<void> {
  const foundIn = groupBy(found, ({ storeId }) => storeId)
  const stores = await selectStorePlaces(trx, [...foundIn.keys()])
  const under = new Map<DepartmentId, (typeof stores)[number][]>()
  for (const store of stores) {
    for (const departmentId of store.path) {
      const others = under.get(departmentId)
      if (others === undefined) under.set(departmentId, [store])
      else others.push(store)
    }
  }
  for (const [departmentId, accountIds] of await watchersIn(trx, [...under.keys()])) {
    const own = under.get(departmentId) ?? []
    const outdated = own.flatMap(({ storeId }) => foundIn.get(storeId) ?? [])
    const terminals = terminalsOf(outdated)
    const [only, ...others] = terminals
    const newest = [...new Set(outdated.map(({ type }) => type))].flatMap((type) => {
      const version = newestVersion(released.get(type) ?? [])
      return version === null ? [] : [{ type, version }]
    })
    await insertOwnNotices(
      trx,
      {
        storeId: NO_STORE,
        subjectKind: 'firmware',
        ...(only !== undefined && others.length === 0 && { subjectName: only }),
        about: 'left_behind',
        messageKey: `firmware:behind:${departmentId}:${now}`,
        detail: {
          count: String(terminals.length),
          newest: JSON.stringify(newest),
          stores: JSON.stringify(own.slice(0, STORES_NAMED).map(({ code, name }) => `${code} ${name}`)),
          more: String(Math.max(0, own.length - STORES_NAMED)),
        },
        channels: ['app'],
      },
      accountIds,
      now,
    )
  }
}

/** Accounts by their department that may open the page of terminals. */
async function watchersIn(
  trx: Trx,
  departmentIds: readonly DepartmentId[],
): Promise<ReadonlyMap<DepartmentId, readonly AccountId[]>> {
  const accounts = await selectAccountsOf(trx, departmentIds)
  const watching = accounts.filter((account) => rightsOf(account).pageKeys.has('3-2'))
  const grouped = groupBy(watching, ({ departmentId }) => departmentId)
  return new Map([...grouped].map(([id, own]) => [id, own.map(({ accountId }) => accountId)]))
}
