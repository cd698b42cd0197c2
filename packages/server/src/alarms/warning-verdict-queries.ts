import type { WarningKind } from '@coldkeep/domain/alarms/early-warning-rules'
import { SAME_WARNING_MS, type WarningVerdict } from '@coldkeep/domain/alarms/warning-outcome'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, later } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Actor } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import { sqlInstant } from '../db/instants'

/** An early warning of a device. */
export interface RaisedWarning {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly kind: WarningKind
  readonly raisedAt: EpochMs
}

/** What a person said of a warning. */
export interface GivenVerdict {
  readonly says: WarningVerdict
  readonly at: EpochMs
  readonly by: string
}

const SAME_SECONDS = SAME_WARNING_MS / 1000

/**
 * The verdict on the warning that each row of a query is about, as one column; null where there is none.
 * @param rows the table of the query that has store and device of each row
 * @param kind its column with the rule, and `raisedAt` that with the instant of the warning
 */
export function verdictOn(
  rows: 'alarm' | 'earlyWarning',
  { kind, raisedAt }: { readonly kind: string; readonly raisedAt: string },
) {
  const [rule, at] = [sql.ref(`${rows}.${kind}`), sql.ref(`${rows}.${raisedAt}`)]
  return sql<GivenVerdict | null>`(
    select jsonb_build_object('says', given.verdict, 'by', given.account_name,
      'at', round(extract(epoch from given.given_at) * 1000)::bigint)
    from warning_verdict given
    where given.store_id = ${sql.ref(`${rows}.storeId`)} and given.device_id = ${sql.ref(`${rows}.deviceId`)}
      and given.kind = ${rule} and given.raised_at > ${at} - make_interval(secs => ${SAME_SECONDS}::int)
      and given.raised_at < ${at} + make_interval(secs => ${SAME_SECONDS}::int)
    order by given.given_at desc limit 1)`
}

/** When the warning of a rule was raised that is meant by an instant near to it; null where there is none. */
export async function selectRaisedNear(
  db: Db,
  { storeId, deviceId, kind, raisedAt }: RaisedWarning,
): Promise<EpochMs | null> {
  const row = await db
    .selectFrom('earlyWarning')
    .select('raisedAt')
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('kind', '=', kind)
    .where('raisedAt', '>', later(raisedAt, -SAME_WARNING_MS))
    .where('raisedAt', '<', later(raisedAt, SAME_WARNING_MS))
    .orderBy(sql`abs(extract(epoch from raised_at - ${sqlInstant(raisedAt)}))`)
    .limit(1)
    .executeTakeFirst()
  return row?.raisedAt ?? null
}

/** Takes the verdict on a warning away. @returns what it was */
export async function deleteVerdict(
  trx: Trx,
  { storeId, deviceId, kind, raisedAt }: RaisedWarning,
): Promise<WarningVerdict | null> {
  const rows = await trx
    .deleteFrom('warningVerdict')
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('kind', '=', kind)
    .where('raisedAt', '>', later(raisedAt, -SAME_WARNING_MS))
    .where('raisedAt', '<', later(raisedAt, SAME_WARNING_MS))
    .returning(['verdict', 'givenAt'])
    .execute()
  return rows.toSorted((a, b) => b.givenAt - a.givenAt)[0]?.verdict ?? null
}

export async function insertVerdict(
  trx: Trx,
  { storeId, deviceId, kind, raisedAt }: RaisedWarning,
  given: Omit<GivenVerdict, 'by'> & { readonly by: Actor },
): Promise<void> {
  const { says, at, by } = given
  await trx
    .insertInto('warningVerdict')
    .values({
      storeId,
      deviceId,
      kind,
      raisedAt,
      verdict: says,
      givenAt: at,
      accountId: by.accountId,
      accountName: by.name,
    })
    // two people at once: the later one's stands
    .onConflict((conflict) =>
      conflict.columns(['storeId', 'deviceId', 'kind', 'raisedAt']).doUpdateSet((excluded) => ({
        verdict: excluded.ref('excluded.verdict'),
        givenAt: excluded.ref('excluded.givenAt'),
        accountId: excluded.ref('excluded.accountId'),
        accountName: excluded.ref('excluded.accountName'),
      })),
    )
    .execute()
}
