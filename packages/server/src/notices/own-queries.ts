import type { TerminalNews } from '@coldkeep/domain/access/terminal-news'
import type { AccountId, AlarmId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { ModelNews } from '@coldkeep/domain/writes/model-news'
import type { WriteNews } from '@coldkeep/domain/writes/write-news'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'
import { modelKey } from '../instructions/own-model-message-queries'
import { terminalKey } from '../terminals/own-terminal-message-queries'
import { writeKey } from '../writes/own-write-message-queries'

const SHOWN_MS = days(30)

interface OwnMessageRow {
  readonly messageKey: string
  readonly at: EpochMs
  /** `null` where they are made when they are read. */
  readonly title: string | null
  readonly body: string | null
  readonly isUrgent: boolean
  readonly isRead: boolean
  readonly storeId: StoreId | null
  readonly alarmId: AlarmId | null
  /** Of a message about a write. */
  readonly writeId: string | null
  readonly about: WriteNews | null
  /** Of a message about a terminal. */
  readonly ofTerminal: {
    readonly about: TerminalNews
    readonly terminalId: TerminalId
    readonly person: string
    readonly storeCode: string
    readonly storeName: string
  } | null
  /** Of a message about a device model. */
  readonly told: {
    readonly about: ModelNews
    readonly brand: string
    readonly model: string
    readonly person: string
    readonly note: string
  } | null
  readonly total: number
  readonly unread: number
}

/**
 * What an account was told in the console, of alarms, writes, device models and terminals, by message, the newest first.
 * A message that tells of anything that the account may not see any more is left out; that a write waits needs no reading
 * once it does not.
 */
export async function selectOwnMessages(
  db: Db,
  accountId: AccountId,
  scope: Scope,
  { now, count }: { readonly now: EpochMs; readonly count: number },
): Promise<OwnMessageRow[]> {
  const since = sqlInstant(later(now, -SHOWN_MS))
  const { rows } = await sql<OwnMessageRow>`
    select m.*, count(*) over ()::int as total, count(*) filter (where not m.is_read) over ()::int as unread
    from (
      select n.message_key, max(n.ended_at) as at, max(n.title) as title, max(n.body) as body,
        bool_or(n.about = 'raised' and n.rank <= 2) as is_urgent, bool_and(n.read_at is not null) as is_read,
        case when min(n.store_id) = max(n.store_id) then min(n.store_id) end as store_id,
        case when min(n.alarm_id) = max(n.alarm_id) then min(n.alarm_id) end as alarm_id,
        null::text as write_id, null::text as about, null::jsonb as told, null::jsonb as of_terminal
      from notice n join store s on s.store_id = n.store_id
        join alarm a on a.store_id = n.store_id and a.alarm_id = n.alarm_id
      where n.account_id = ${accountId}::bigint and n.channel = 'app' and n.state = 'sent'
        and n.ended_at > ${since}
      group by n.message_key
      having bool_and(s.department_id = any(${scope.departments}::bigint[]) and ${isShown(scope, 'a')})
      union all
      select ${writeKey}, w.at, null, null, false,
        w.read_at is not null
          or (w.about = 'wanted' and (r.approval <> 'waiting' or r.approve_until <= ${sqlInstant(now)})),
        w.store_id, null::bigint, w.write_id, w.about, null::jsonb, null::jsonb
      from write_message w join store s on s.store_id = w.store_id
        join write_request r on r.store_id = w.store_id and r.write_id = w.write_id
      where w.account_id = ${accountId}::bigint and w.at > ${since}
        and s.department_id = any(${scope.departments}::bigint[])
        and not exists (select from write_line l where l.store_id = w.store_id and l.write_id = w.write_id
          and not (${isShown(scope, 'l')}))
      union all
      select ${modelKey}, m.at, null, null, false,
        m.read_at is not null or (m.about = 'wanted' and not exists (select from model_publication p
          where p.model_publication_id = m.model_publication_id and p.state = 'waiting'
            and p.approve_until > ${sqlInstant(now)})),
        null::int, null::bigint, null, null,
        jsonb_build_object('about', m.about, 'brand', m.brand, 'model', m.model, 'person', m.person, 'note', m.note),
        null::jsonb
      from model_message m
      where m.account_id = ${accountId}::bigint and m.at > ${since}
      union all
      select ${terminalKey}, t.at, null, null, false, t.read_at is not null, t.store_id, null::bigint, null, null,
        null::jsonb,
        jsonb_build_object('about', t.about, 'terminalId', t.terminal_id, 'person', t.person, 'storeCode', s.code,
          'storeName', s.name)
      from terminal_message t join store s on s.store_id = t.store_id
      where t.account_id = ${accountId}::bigint and t.at > ${since}
        and s.department_id = any(${scope.departments}::bigint[])
    ) m
    order by m.at desc, m.message_key limit ${count}`.execute(db)
  return rows
}
