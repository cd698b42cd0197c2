import type { Receipt } from '@coldkeep/domain/bulletins/receipt'
import type { AccountId, BulletinId, DepartmentId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { sqlInstant } from '../db/instants'
import type { BulletinRow } from './bulletin-queries'
import { isConfirmedByOther } from './receipt-queries'

/** Whose messages: an account, with the departments that it may see. */
export interface OwnReader {
  readonly accountId: AccountId
  readonly departmentIds: readonly DepartmentId[]
}

export interface OwnRow extends BulletinRow, Receipt {
  readonly department: string
  readonly sentAt: EpochMs
  /** To be opened or confirmed by this account. */
  readonly isOpen: boolean
}

/** True for rows `r` of an account that may see one of the stores for which the message came. */
const isOwn = ({ accountId, departmentIds }: OwnReader) => sql<SqlBool>`r.account_id = ${accountId}
  and b.state in ('sent', 'withdrawn') and b.sent_at is not null
  and exists (select from bulletin_store bs join store s on s.store_id = bs.store_id
    where bs.bulletin_id = r.bulletin_id and bs.department_id = r.department_id
      and s.department_id = any(${[...departmentIds]}::bigint[]))`

const isOpen = sql<SqlBool>`(b.state = 'sent' and (r.opened_at is null
  or (b.needs_confirmation and r.confirmed_at is null and not ${isConfirmedByOther})))`

const columns = sql`b.*, coalesce(d.name, '') as department, r.delivered_at, r.opened_at, r.confirmed_at, r.received_at,
  ${isOpen} as is_open`

const own = sql`bulletin_reader r join bulletin b on b.bulletin_id = r.bulletin_id
  left join department d on d.department_id = b.department_id`

export async function selectOwn(
  db: Db,
  reader: OwnReader,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    select ${columns} from ${own} where ${isOwn(reader)}
    order by ${isOpen} desc, b.sent_at desc, b.bulletin_id desc offset ${offset} limit ${limit}`.execute(db)
  return rows
}

export async function countOwn(
  db: Db,
  reader: OwnReader,
): Promise<{ readonly total: number; readonly open: number }> {
  const { rows } = await sql<{ total: number; open: number }>`
    select count(*)::int as total, count(*) filter (where ${isOpen})::int as open
    from ${own} where ${isOwn(reader)}`.execute(db)
  return rows[0] ?? { total: 0, open: 0 }
}

/** One of them; `null`: it is none of theirs, or not any more. */
export async function selectOneOwn(db: Db, reader: OwnReader, id: BulletinId): Promise<OwnRow | null> {
  const { rows } = await sql<OwnRow>`
    select ${columns} from ${own} where ${isOwn(reader)} and b.bulletin_id = ${id}::bigint`.execute(db)
  return rows[0] ?? null
}

/** A console of the account has taken them. */
export async function markDelivered(
  db: Db,
  accountId: AccountId,
  ids: readonly BulletinId[],
  now: EpochMs,
): Promise<void> {
  if (ids.length === 0) return
  await sql`update bulletin_reader set delivered_at = ${sqlInstant(now)}
    where account_id = ${accountId} and bulletin_id = any(${[...ids]}::bigint[]) and delivered_at is null`.execute(
    db,
  )
}

/** What one reader did, kept from others until the transaction ends. */
export async function lockReceipt(trx: Trx, accountId: AccountId, id: BulletinId): Promise<Receipt | null> {
  const row = await trx
    .selectFrom('bulletinReader')
    .select(['deliveredAt', 'openedAt', 'confirmedAt', 'receivedAt'])
    .where('bulletinId', '=', id)
    .where('accountId', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function updateReceipt(
  trx: Trx,
  accountId: AccountId,
  id: BulletinId,
  { deliveredAt, openedAt, confirmedAt, receivedAt }: Receipt,
): Promise<void> {
  await trx
    .updateTable('bulletinReader')
    .set({ deliveredAt, openedAt, confirmedAt, receivedAt })
    .where('bulletinId', '=', id)
    .where('accountId', '=', accountId)
    .execute()
}
