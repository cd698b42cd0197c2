import type { JobId } from '@coldkeep/domain/ids'
import type { Db, Trx } from '../db/connect'
import type { FieldGate } from '../db/firmware-tables'

/** What the field data of the waves of a job came to, as far as they were judged. */
export function selectGates(db: Db, jobId: JobId): Promise<FieldGate[]> {
  return db
    .selectFrom('firmwareGate')
    .select(['wave', 'judgedAt', 'comparisons', 'updated', 'others', 'finding'])
    .where('jobId', '=', jobId)
    .orderBy('wave')
    .execute()
}

export async function insertGate(trx: Trx, jobId: JobId, { finding, ...gate }: FieldGate): Promise<void> {
  await trx
    .insertInto('firmwareGate')
    .values({ ...gate, jobId, finding: finding === null ? null : JSON.stringify(finding) })
    .execute()
}
