import type { DeviceId, RepairCaseId, StoreId, VendorId } from '@coldkeep/domain/ids'
import type { RepairPhase } from '@coldkeep/domain/repair/repair-case'
import { type CaseOfDevice, REPEAT_WITHIN_DAYS } from '@coldkeep/domain/repair/repeats'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'

/** A case for the analysis of repeats: with the device, and the firm that looks after its store. */
export interface RepeatCase extends CaseOfDevice {
  readonly deviceId: DeviceId
  readonly deviceName: string
  readonly storeCode: string
  readonly storeName: string
  readonly vendorId: VendorId | null
  /** The firm that looks after the store; `null`: none is named. */
  readonly firm: string | null
}

/** Chains of repeats are followed back so far. */
const CHAIN_DAYS = 182

/**
 * Cases with a device that were reported in a period, and those before it that they may repeat: what `findRepeats` and
 * `countRepeats` count, by device, by cause and by firm. What was closed before the period the counter leaves out.
 */
export async function selectRepeatCases(
  db: Db,
  scope: Scope,
  period: { readonly from: EpochMs; readonly until: EpochMs },
): Promise<RepeatCase[]> {
  const { rows } = await sql<RepeatCase>`
    select repair_case.store_id, repair_case.repair_case_id, repair_case.device_id, repair_case.cause, step.phase,
      repair_case.reported_at, repair_case.closed_at, device.name as device_name, store.code as store_code,
      store.name as store_name, store.vendor_id, vendor.name as firm
    from repair_case join store on store.store_id = repair_case.store_id
      join device on device.store_id = repair_case.store_id and device.device_id = repair_case.device_id
      join repair_progress step on step.repair_progress_id = repair_case.repair_progress_id
      left join vendor on vendor.vendor_id = store.vendor_id
    where ${isInScope(scope)} and ${isShown(scope, 'repairCase')} and repair_case.reported_at < ${sqlInstant(period.until)}
      and (repair_case.reported_at >= ${sqlInstant(period.from)} or repair_case.closed_at
        >= ${sqlInstant(period.from)} - make_interval(days => ${sql.lit(REPEAT_WITHIN_DAYS)}))
    order by repair_case.reported_at, repair_case.repair_case_id`.execute(db)
  return rows
}

interface CaseKeys {
  readonly storeId: StoreId
  readonly repairCaseId: RepairCaseId
  readonly deviceId: DeviceId
  readonly reportedAt: EpochMs
}

/** A case and the earlier ones of its device, as far as it may be a repeat of them. */
export async function selectCasesOfDevice(
  db: Db,
  { storeId, deviceId, repairCaseId, reportedAt }: CaseKeys,
): Promise<CaseOfDevice[]> {
  const rows = await db
    .selectFrom('repairCase')
    .innerJoin('repairProgress', 'repairProgress.repairProgressId', 'repairCase.repairProgressId')
    .select(['storeId', 'deviceId', 'repairCaseId', 'cause', 'reportedAt', 'closedAt'])
    .select('repairProgress.phase')
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('reportedAt', '<=', reportedAt)
    .where(
      sql<boolean>`reported_at >= ${sqlInstant(reportedAt)} - make_interval(days => ${sql.lit(CHAIN_DAYS)})`,
    )
    .where((is) => is.or([is('reportedAt', '<', reportedAt), is('repairCaseId', '<=', repairCaseId)]))
    .execute()
  return rows satisfies { phase: RepairPhase }[]
}
