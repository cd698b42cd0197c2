import { groupBy } from '@coldkeep/domain/group-by'
import type { QuietHours } from '@coldkeep/domain/notices/quiet-hours'
import { sql } from 'kysely'
import type { Trx } from '../db/connect'
import { type Recipient, recipientKey } from './outbox-queries'

/**
 * When recipients are not to be disturbed, by their keys: at the hours of their target. Recipients of news
 * that concerns them alone have those of the enabled targets that name them on the same channel.
 */
export async function selectQuietHours(
  trx: Trx,
  recipients: readonly Recipient[],
): Promise<ReadonlyMap<string, readonly QuietHours[]>> {
  const at = recipients.map((_, index) => index)
  const { rows } = await sql<QuietHours & { readonly at: number }>`
    select r.at, t.quiet_from_minute as from_minute, t.quiet_until_minute as until_minute, t.zone
    from unnest(${at}::int[], ${recipients.map(({ targetId }) => targetId)}::bigint[],
        ${recipients.map(({ accountId }) => accountId)}::bigint[], ${recipients.map(({ channel }) => channel)}::text[])
        as r (at, target_id, account_id, channel)
      join notice_target t on t.notice_target_id = r.target_id
        or (r.target_id is null and t.is_enabled and t.account_id = r.account_id and t.channel = r.channel)
    where t.quiet_from_minute is not null and t.quiet_until_minute is not null
    order by t.notice_target_id`.execute(trx)
  return groupBy(rows, (row) => recipientKey(recipients[row.at] as Recipient))
}
