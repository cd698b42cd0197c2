import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type RawBuilder, sql } from 'kysely'

/** An instant for a `sql` text. Elsewhere an `EpochMs` is written as it is (see instant-plugin). */
export function sqlInstant(at: EpochMs): RawBuilder<EpochMs> {
  return sql<EpochMs>`${instantText(at)}::timestamptz`
}

export function instantText(at: number): string {
  return new Date(at).toISOString()
}
