import type { StoreDay } from '@coldkeep/domain/analysis/store-day'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'

/**
 * An analysis of days of stores. It is run over an unfinished day again and again, over a finished one once more, and
 * once more for each time that late readings come in: the same readings must give the same rows.
 */
export interface StoreDayAnalysis {
  readonly name: string
  /**
   * Computes, and returns what writes the results: it runs in the transaction that also records how far the
   * days are analysed. Of one store all days of one run are in order of time.
   */
  run(db: Db, days: readonly StoreDay[], now: EpochMs): Promise<(trx: Db) => Promise<void>>
}
