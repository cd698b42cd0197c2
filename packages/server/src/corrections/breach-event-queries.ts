import type { BreachFacts } from '@coldkeep/domain/corrections/breach-facts'
import type { BreachEventKind } from '@coldkeep/domain/corrections/breach-state'
import type { CorrectiveAction } from '@coldkeep/domain/corrections/corrective-action'
import type { AccountId, BreachId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Actor } from '../audit/add-audit'
import type { Db } from '../db/connect'

interface BreachKeys {
  readonly storeId: StoreId
  readonly breachId: BreachId
}

/** What a person was shown and said of it. */
export interface CheckDetail extends BreachFacts {
  /** The number of the entry that was checked. */
  readonly actions: number
  readonly note: string
}

/** What happened; what it says stays as it was. */
export type BreachAct =
  | { readonly kind: 'judged' | 'changed' | 'withdrawn'; readonly detail: BreachFacts }
  | { readonly kind: 'action'; readonly detail: CorrectiveAction }
  | { readonly kind: 'agreed' | 'sent_back'; readonly detail: CheckDetail }

export type BreachEvent = BreachAct & {
  readonly breachId: BreachId
  readonly happenedAt: EpochMs
  readonly receivedAt: EpochMs
  readonly accountId: AccountId | null
  readonly accountName: string
}

/** All that happened to some breaches of a store, the newest first. */
export async function selectBreachEvents(
  db: Db,
  storeId: StoreId,
  breachIds: readonly BreachId[],
): Promise<BreachEvent[]> {
  const rows = await db
    .selectFrom('breachEvent')
    .select(['breachId', 'kind', 'detail', 'happenedAt', 'receivedAt', 'accountId', 'accountName'])
    .where('storeId', '=', storeId)
    .where(sql<boolean>`breach_id = any(${breachIds}::bigint[])`)
    .orderBy('receivedAt', 'desc')
    .orderBy('breachEventId', 'desc')
    .execute()
  return rows as unknown as BreachEvent[]
}

/** Something was sent under this key before. */
export async function isKnownKey(db: Db, { storeId, breachId }: BreachKeys, key: string): Promise<boolean> {
  const known = await db
    .selectFrom('breachEvent')
    .select('breachEventId')
    .where('storeId', '=', storeId)
    .where('breachId', '=', breachId)
    .where('key', '=', key)
    .executeTakeFirst()
  return known !== undefined
}

interface Sent {
  readonly key: string
  readonly happenedAt: EpochMs
  readonly receivedAt: EpochMs
  readonly by: Actor
}

export async function insertBreachEvent(
  trx: Db,
  { storeId, breachId }: BreachKeys,
  { key, happenedAt, receivedAt, by }: Sent,
  kind: BreachEventKind,
  detail: object,
): Promise<void> {
  await trx
    .insertInto('breachEvent')
    .values({
      ...{ storeId, breachId, key, kind, happenedAt, receivedAt, detail },
      ...{ accountId: by.accountId, accountName: by.name },
    })
    .execute()
}
