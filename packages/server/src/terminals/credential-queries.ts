import type { TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'

/** What the server stores of a terminal's sign-in. */
export interface Credential {
  readonly secretHash: Uint8Array
  /** Of the secret before, which holds for a while beside the present one. */
  readonly oldSecretHash: Uint8Array | null
  readonly oldSecretUntil: EpochMs | null
  readonly isEnabled: boolean
}

export async function selectCredential(db: Db, terminal: TerminalId): Promise<Credential | null> {
  return (await selectCredentials(db, [terminal])).get(terminal) ?? null
}

/** Of those terminals that there are. */
export async function selectCredentials(
  db: Db,
  terminals: readonly TerminalId[],
): Promise<Map<TerminalId, Credential>> {
  const rows = await db
    .selectFrom('terminal')
    .select(['terminalId', 'secretHash', 'oldSecretHash', 'oldSecretUntil', 'isEnabled'])
    .where('terminalId', '=', sql<TerminalId>`any(${terminals}::text[])`)
    .execute()
  return new Map(rows.map(({ terminalId, ...credential }) => [terminalId, credential]))
}

/** Terminals whose credential was changed since then. */
export async function selectChanged(db: Db, since: EpochMs): Promise<TerminalId[]> {
  const rows = await db
    .selectFrom('terminal')
    .select('terminalId')
    .where('credentialChangedAt', '>', since)
    .execute()
  return rows.map((row) => row.terminalId)
}

/** Terminals that may not be connected, or not with their old secret: disabled, or it ended in these last minutes. */
export async function selectEnded(db: Db, now: EpochMs): Promise<TerminalId[]> {
  const rows = await db
    .selectFrom('terminal')
    .select('terminalId')
    .where((is) =>
      is.or([is('isEnabled', '=', false), is.between('oldSecretUntil', later(now, -RECENTLY_ENDED_MS), now)]),
    )
    .execute()
  return rows.map((row) => row.terminalId)
}

const RECENTLY_ENDED_MS = minutes(10)

/** Keeps the hash of a token with which a terminal may fetch its next secret, in the place of an older one. */
export async function updateTicket(
  db: Db,
  terminal: TerminalId,
  ticket: { readonly ticketHash: Uint8Array; readonly ticketUntil: EpochMs },
): Promise<void> {
  await db.updateTable('terminal').set(ticket).where('terminalId', '=', terminal).execute()
}

/** The terminal and the token that have to match; others that redeem the token wait. */
export function lockTicket(db: Db, terminal: TerminalId) {
  return db
    .selectFrom('terminal')
    .select(['secretHash', 'oldSecretHash', 'oldSecretUntil', 'isEnabled', 'ticketHash', 'ticketUntil'])
    .where('terminalId', '=', terminal)
    .forUpdate()
    .executeTakeFirst()
}

/** Replaces the secret of a terminal; the token for it is spent. */
export async function updateSecret(
  db: Db,
  terminal: TerminalId,
  {
    credentialChangedAt,
    ...secrets
  }: Omit<Credential, 'isEnabled'> & { readonly credentialChangedAt: EpochMs },
): Promise<void> {
  await db
    .updateTable('terminal')
    .set({ ...secrets, ticketHash: null, ticketUntil: null, credentialChangedAt })
    .where('terminalId', '=', terminal)
    .execute()
}
