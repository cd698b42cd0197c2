import type { AccountId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'

/** Who did it: an account, or a terminal by its id where nobody was signed in. */
export type Actor =
  | { readonly accountId: AccountId; readonly name: string }
  | { readonly accountId: null; readonly name: string }

export interface AuditEntry {
  readonly at: EpochMs
  readonly by: Actor
  readonly storeId: StoreId | null
  /** What was done, as `area.act`: `terminal.disable`, `command.write`. */
  readonly kind: string
  /** Whom or what it was done to: a terminal id. */
  readonly subject: string
  /** Never a secret, a code or a hash of one. */
  readonly detail?: Readonly<Record<string, unknown>>
  /** `begun` where another entry will tell what came of it. */
  readonly outcome: 'done' | 'begun' | 'refused' | 'failed'
}

/** Notes what was done, in the transaction that does it. */
export async function addAudit(
  db: Db,
  { at, by, storeId, kind, subject, detail, outcome }: AuditEntry,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      at,
      accountId: by.accountId,
      accountName: by.name,
      storeId,
      kind,
      subject,
      detail: detail ?? {},
      outcome,
    })
    .execute()
}
