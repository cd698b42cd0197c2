import type { DeviceId, RepairCaseId, StoreId } from '@coldkeep/domain/ids'
import type { RepairPhase } from '@coldkeep/domain/repair/repair-case'
import { type CaseOfDevice, REPEAT_WITHIN_DAYS } from '@coldkeep/domain/repair/repeats'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'

/** Chains of repeats are followed back so far. */
const CHAIN_DAYS = 182

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
      sql<boolean>`(reported_at >= ${sqlInstant(reportedAt)} - make_interval(days => ${sql.lit(CHAIN_DAYS)})
        or closed_at >= ${sqlInstant(reportedAt)} - make_interval(days => ${sql.lit(REPEAT_WITHIN_DAYS)}))`,
    )
    .where((is) => is.or([is('reportedAt', '<', reportedAt), is('repairCaseId', '<=', repairCaseId)]))
    .execute()
  return rows satisfies { phase: RepairPhase }[]
}
