import type { DeviceId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import type { Db, Trx } from '../db/connect'
import type { SessionKey } from './session-queries'

export interface TipVerdict {
  readonly rule: string
  /** `null`: the store as a whole. */
  readonly deviceId: DeviceId | null
  readonly helped: boolean
}

/** What was said in a session. */
export async function selectVerdicts(db: Db, { storeId, helpSessionId }: SessionKey): Promise<TipVerdict[]> {
  const rows = await db
    .selectFrom('tipVerdict')
    .select(['rule', 'deviceId', 'helped'])
    .where('storeId', '=', storeId)
    .where('helpSessionId', '=', helpSessionId)
    .execute()
  return rows.map(({ deviceId, ...row }) => ({
    ...row,
    deviceId: deviceId === 0 ? null : (deviceId as DeviceId),
  }))
}

/** The last word of a session counts. */
export async function upsertVerdict(
  trx: Trx,
  { storeId, helpSessionId }: SessionKey,
  { rule, deviceId, helped }: TipVerdict,
  now: EpochMs,
): Promise<void> {
  const row = { storeId, helpSessionId, rule, deviceId: deviceId ?? 0, helped, judgedAt: now }
  await trx
    .insertInto('tipVerdict')
    .values(row)
    .onConflict((on) =>
      on.columns(['storeId', 'helpSessionId', 'rule', 'deviceId']).doUpdateSet({ helped, judgedAt: now }),
    )
    .execute()
}

/** How often each rule was judged in the stores of a scope, and helped. */
export function selectRates(db: Db, scope: Scope) {
  return db
    .selectFrom('tipVerdict')
    .innerJoin('store', 'store.storeId', 'tipVerdict.storeId')
    .select('tipVerdict.rule')
    .select(sql<number>`count(*)::int`.as('judged'))
    .select(sql<number>`(count(*) filter (where tip_verdict.helped))::int`.as('helped'))
    .where(isInScope(scope))
    .groupBy('tipVerdict.rule')
    .execute()
}
