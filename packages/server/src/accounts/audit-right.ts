import type { DepartmentId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Trx } from '../db/connect'

interface RightsChange {
  readonly user: SignedIn
  readonly now: EpochMs
}

/**
 * Audits a change of rights.
 * @param subject the account or the category that it was done to
 */
export async function auditRight(
  trx: Trx,
  { user, now }: RightsChange,
  kind: string,
  subject: string,
  detail: Readonly<Record<string, unknown>> = {},
  departmentId?: DepartmentId,
): Promise<void> {
  const by = { accountId: user.accountId, name: user.name }
  await addAudit(trx, { at: now, by, storeId: null, departmentId, kind, subject, detail, outcome: 'done' })
}

/** The same of a permission that is there. */
export function auditRow(
  trx: Trx,
  by: RightsChange,
  kind: string,
  row: { readonly account: string; readonly typeTitle: string; readonly departmentId: DepartmentId },
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return auditRight(trx, by, kind, row.account, { category: row.typeTitle, ...detail }, row.departmentId)
}
