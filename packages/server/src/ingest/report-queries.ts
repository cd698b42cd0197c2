import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { instantText } from '../db/instants'
import type { ArrivedEvent } from '../messages/read-report'

/** Stores events; one that is there already stays as it is. */
export async function insertEvents(trx: Trx, events: readonly ArrivedEvent[]): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into terminal_event (store_id, terminal_id, epoch, sequence, kind, at, received_at, detail)
    select store_id, terminal_id, epoch, sequence, kind, at, received_at, detail::jsonb from unnest(
      ${events.map(({ storeId }) => storeId)}::int[], ${events.map(({ terminal }) => terminal)}::text[],
      ${events.map(({ event }) => event.e)}::text[], ${events.map(({ event }) => event.s)}::bigint[],
      ${events.map(({ event }) => event.kind)}::text[], ${events.map(({ at }) => instantText(at))}::timestamptz[],
      ${events.map(({ receivedAt }) => instantText(receivedAt))}::timestamptz[],
      ${events.map(({ event }) => JSON.stringify(event.detail))}::text[])
      as u (store_id, terminal_id, epoch, sequence, kind, at, received_at, detail)
    order by store_id, terminal_id, epoch, sequence
    on conflict do nothing`.execute(trx)
}

/** Removes the events of the terminals of a store before an instant. */
export async function deleteOldEvents(db: Db, storeId: StoreId, before: EpochMs): Promise<void> {
  await db.deleteFrom('terminalEvent').where('storeId', '=', storeId).where('at', '<', before).execute()
}
