import { type SqlBool, sql } from 'kysely'
import { isConfirmedByOther } from './receipt-queries'

/**
 * That message `n.subject_id` needs no reading by its account: it is withdrawn, the account has confirmed it, or has opened one
 * that needs no more; a reminder, too, where somebody else of the store has confirmed.
 */
export const isBulletinSettled = sql<SqlBool>`not exists (select from bulletin b
  join bulletin_reader r on r.bulletin_id = b.bulletin_id and r.account_id = n.account_id
  where b.bulletin_id = n.subject_id and b.state = 'sent'
    and case when b.needs_confirmation then r.confirmed_at is null else r.opened_at is null end
    and not (n.about = 'bulletin_reminder' and ${isConfirmedByOther}))`
