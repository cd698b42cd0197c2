import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../access/signed-in'
import type { DatabaseOptions } from '../db/connect'
import type { WriteDraft } from '../writes/request-write'

export const killedAt = [
  'before asking is kept',
  'after asking is kept',
  'after it is taken to be sent',
  'before its delivery is kept',
  'after its delivery is kept',
  'before its end is kept',
  'after its end is kept',
] as const

/** What the program is told that is killed. */
export interface KilledWrite {
  readonly database: DatabaseOptions
  readonly step: (typeof killedAt)[number]
  readonly draft: WriteDraft
  readonly user: Omit<SignedIn, 'pageKeys' | 'equipment'> & { readonly pageKeys: readonly '3-1'[] }
  readonly store: { readonly storeId: StoreId; readonly terminalId: TerminalId }
  readonly now: EpochMs
}
