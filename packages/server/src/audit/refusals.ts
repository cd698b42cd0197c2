import { type Clock, type EpochMs, minutes } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Db } from '../db/connect'
import { type AuditEntry, addAudit } from './add-audit'

/** A refusal that is to be audited; those of the same key are counted together. */
export type Refusal = Omit<AuditEntry, 'at' | 'outcome' | 'storeId'> & {
  /** Who was refused what, from where. */
  readonly key: string
}

export interface Refusals {
  /** Never fails and never refuses: the caller is refused, whatever becomes of the audit entry. */
  audit(refusal: Refusal): Promise<void>
  /** Writes the numbers of those that came again, once their time is over; `all`: at once. */
  flush(all?: 'all'): Promise<void>
}

interface Gathered {
  readonly refusal: Refusal
  readonly since: EpochMs
  again: number
}

const WINDOW_MS = minutes(10)
/** Different ones in a window; of the others only the number is kept. */
const MOST_KEYS = 300
const OTHERS = 'others'

/**
 * Audits the first refusal of a key at once; how often it came again is recorded when ten minutes are over.
 * However many come, 600 rows in ten minutes are all they make.
 */
export function openRefusals({ db, clock, log }: { db: Db; clock: Clock; log: Logger }): Refusals {
  const gathered = new Map<string, Gathered>()
  const write = async ({ key: _, ...entry }: Refusal, at: EpochMs) => {
    await addAudit(db, { ...entry, at, storeId: null, outcome: 'refused' }).catch((error: unknown) =>
      log.error({ err: error, kind: entry.kind }, 'refusal not noted'),
    )
  }
  const count = (key: string, refusal: Refusal, again: number) => {
    gathered.set(key, { refusal, since: clock.now(), again })
  }
  const flush = async (all?: 'all') => {
    const now = clock.now()
    for (const [key, { refusal, since, again }] of gathered) {
      if (all === undefined && now - since < WINDOW_MS) continue
      gathered.delete(key)
      const detail = { ...refusal.detail, times: again, since: new Date(since).toISOString() }
      if (again > 0) await write({ ...refusal, detail }, now)
    }
  }
  return {
    async audit(refusal) {
      const known = gathered.get(refusal.key)
      if (known !== undefined) {
        known.again += 1
        return
      }
      if (gathered.size < MOST_KEYS) {
        count(refusal.key, refusal, 0)
        return write(refusal, clock.now())
      }
      const others = gathered.get(OTHERS)
      if (others !== undefined) others.again += 1
      else
        count(
          OTHERS,
          { key: OTHERS, by: { accountId: null, name: '' }, kind: 'access.flood', subject: '' },
          1,
        )
    },
    flush,
  }
}
