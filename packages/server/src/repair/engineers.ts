import { kindsOfDevice, maySee } from '@coldkeep/domain/access/equipment'
import type { AccountId, DepartmentId } from '@coldkeep/domain/ids'
import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import { rightsOf } from '../access/account-rights'
import type { Db } from '../db/connect'
import type { RepairCase } from './case-queries'
import { type EngineerRow, selectAccountsAbove, selectAccountsById } from './engineer-queries'

/** What a case is of, as far as it decides who may see it. */
export interface CasePlace {
  readonly departmentId: DepartmentId
  /** `null`: of the store as a whole, which nothing withholds. */
  readonly device: { readonly type: DeviceType; readonly zone: TemperatureZone | null } | null
}

export function placeOf({ departmentId, deviceType, deviceZone: zone }: RepairCase): CasePlace {
  return { departmentId, device: deviceType === null ? null : { type: deviceType, zone } }
}

/**
 * Accounts that may change a case: those of the department of its store and of departments above it, in use, with the
 * page, and from which its equipment is not withheld. By name.
 */
export async function readEngineers(
  db: Db,
  { departmentId, device }: CasePlace,
): Promise<readonly EngineerRow[]> {
  return (await selectAccountsAbove(db, departmentId)).filter((account) => isAllowed(account, device))
}

/** The open cases whose assignee may not see them, or not any more: a right was withdrawn since. */
export async function readUnseen(db: Db, cases: readonly RepairCase[]): Promise<ReadonlySet<RepairCase>> {
  const ids = cases.flatMap(({ assigneeId }) => assigneeId ?? [])
  const accounts = await selectAccountsById(db, [...new Set(ids)])
  const byId = new Map<AccountId, EngineerRow>(accounts.map((account) => [account.accountId, account]))
  const isUnseen = (one: RepairCase) => {
    if (one.assigneeId === null || one.closedAt !== null) return false
    const account = byId.get(one.assigneeId)
    if (account === undefined || !one.departmentPath.includes(account.departmentId)) return true
    return !isAllowed(account, placeOf(one).device)
  }
  return new Set(cases.filter(isUnseen))
}

function isAllowed(account: EngineerRow, device: CasePlace['device']): boolean {
  const { pageKeys, equipment } = rightsOf(account)
  return pageKeys.has('4-4') && (device === null || maySee(equipment, kindsOfDevice(device)))
}
