import type { TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import type { Credential } from './terminal-credential'

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
      is.or([is('isEnabled', '=', false), is.between('oldSecretUntil', later(now, -ENDED_LATELY_MS), now)]),
    )
    .execute()
  return rows.map((row) => row.terminalId)
}

const ENDED_LATELY_MS = minutes(10)
