import type { TidyReason } from '@coldkeep/contract/areas/rights'
import type { AccountId, DepartmentId } from '@coldkeep/domain/ids'
import type { Handlers } from '../calls/bind-call'
import type { Db } from '../db/connect'
import { auditRow } from './audit-right'
import { changeRights } from './change-rights'
import {
  deleteDevicePermissions,
  deletePagePermissions,
  selectDevicePermissions,
  selectPagePermissions,
} from './permission-queries'

/** A permission as far as tidying has to know it. */
interface Permission {
  readonly id: number
  readonly accountId: AccountId
  readonly departmentId: DepartmentId
  readonly account: string
  readonly isEnabled: boolean
  readonly typeTitle: string
  readonly revision: number
  /** Everything it gives, by words of our own. */
  readonly gives: ReadonlySet<string>
}

type Untidy = Permission & { readonly reason: TidyReason }

export const tidyHandlers = {
  previewTidy: async ({ db, user, params }) => {
    const rows = await selectUntidy(db, user.departmentId, params.table)
    return {
      rows: rows.map(({ id, account, typeTitle, reason, revision }) => ({
        id: String(id),
        account,
        permission: typeTitle,
        reason,
        revision,
      })),
    }
  },

  tidyPermissions: async ({ db, user, params, body, clock }) => {
    const seen = new Map(body.data.map(({ id, revision }) => [Number(id), revision]))
    const removed = await changeRights({ db, user }, async (trx, guard) => {
      const untidy = await selectUntidy(trx, guard.holder.departmentId, params.table)
      const rows = untidy.filter(({ id, revision }) => seen.get(id) === revision)
      await guard.touch([...new Set(rows.map(({ accountId }) => accountId))])
      const ids = rows.map(({ id }) => id as never)
      if (ids.length > 0 && params.table === 'webpage') {
        await deletePagePermissions(trx, ids)
      }
      if (ids.length > 0 && params.table === 'device') {
        await deleteDevicePermissions(trx, ids)
      }
      const kind = params.table === 'webpage' ? 'right.page_remove' : 'right.device_remove'
      for (const row of rows) {
        await auditRow(trx, { user, now: clock.now() }, kind, row, { reason: row.reason })
      }
      return rows.length
    })
    return { removed }
  },
} satisfies Pick<Handlers, 'previewTidy' | 'tidyPermissions'>

async function selectUntidy(db: Db, top: DepartmentId, table: 'webpage' | 'device'): Promise<Untidy[]> {
  const pages = (await selectPagePermissions(db, top)).map((row) => ({
    ...row,
    gives: new Set([...row.pageKeys, ...row.given]),
  }))
  if (table === 'webpage') return untidyOf(pages, () => true)
  const rows = (await selectDevicePermissions(db, top)).map((row) => {
    const seen = row.sees.filter((kind) => row.given.includes(kind))
    const written = row.writes.filter((kind) => kind === 'other' || seen.includes(kind))
    return { ...row, gives: new Set([...seen, ...written.map((kind) => `write ${kind}`)]) }
  })
  // without any equipment permission an account sees everything: they go last, with the account's last page
  const withPages = new Set(pages.map(({ accountId }) => accountId))
  return untidyOf(rows, ({ accountId }) => !withPages.has(accountId))
}

function untidyOf(rows: readonly Permission[], mayGo: (row: Permission) => boolean): Untidy[] {
  const byAccount = new Map<AccountId, Permission[]>()
  for (const row of rows) byAccount.set(row.accountId, [...(byAccount.get(row.accountId) ?? []), row])
  return rows.flatMap((row): Untidy[] => {
    if (!row.isEnabled && mayGo(row)) return [{ ...row, reason: 'disabled' }]
    const others = byAccount.get(row.accountId) ?? []
    return others.some((other) => isCovered(row, other)) ? [{ ...row, reason: 'covered' }] : []
  })
}

/** Of two that give the same, the older one stays. */
function isCovered(row: Permission, other: Permission): boolean {
  if (other.id === row.id || [...row.gives].some((each) => !other.gives.has(each))) return false
  return other.gives.size > row.gives.size || other.id < row.id
}
