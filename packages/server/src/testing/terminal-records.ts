import type { TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { selectCredential } from '../terminals/credential-queries'
import { hashSecret, holds } from '../terminals/terminal-credential'
import type { TestServer } from './test-server'

/** True where a terminal could connect with this secret. */
export async function signsIn(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  terminal: TerminalId,
  secret: string,
  now: EpochMs = clock.now(),
): Promise<boolean> {
  return holds(await selectCredential(db, terminal), hashSecret(secret), now)
}

/** What the audit log has of a terminal, oldest first: `terminal.add · Ada · done`. */
export async function auditOf({ db }: Pick<TestServer, 'db'>, terminal: string): Promise<string[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['kind', 'accountName', 'outcome'])
    .where('subject', '=', terminal)
    .orderBy('auditId')
    .execute()
  return rows.map((row) => `${row.kind} · ${row.accountName} · ${row.outcome}`)
}
