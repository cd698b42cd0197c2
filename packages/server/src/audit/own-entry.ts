import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../access/signed-in'
import type { AuditEntry } from './add-audit'

/** What an account did to itself, or to the company. */
export function ownEntry(
  user: Pick<SignedIn, 'accountId' | 'login' | 'name'>,
  kind: string,
  at: EpochMs,
  detail: Readonly<Record<string, unknown>> = {},
): AuditEntry {
  const by = { accountId: user.accountId, name: user.name }
  return { at, by, storeId: null, kind, subject: user.login, detail, outcome: 'done' }
}
