import type { LifeOfTerminals } from '@coldkeep/domain/alarms/host-life'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { MutableAliveMinutes } from '@coldkeep/domain/points/alive-minutes'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'

const HOUR_MS = 3_600_000

/**
 * Signs of life of the terminals of stores in a period: those that were seen as they happened, and where
 * `withReported` is set those too that terminals reported afterwards.
 */
export async function selectLife(
  db: Db,
  storeIds: readonly StoreId[],
  period: { readonly from: number; readonly to: number },
  withReported: boolean,
): Promise<LifeOfTerminals> {
  const { rows } = await sql<{ terminalId: TerminalId; hour: EpochMs; bits: string }>`
    select terminal_id, hour, (case when ${withReported}::boolean then live | reported else live end)::text as bits
    from terminal_hour where store_id = any(${storeIds}::int[])
      and hour > ${instantText(period.from - HOUR_MS)}::timestamptz
      and hour <= ${instantText(period.to)}::timestamptz`.execute(db)
  const found = new Map<TerminalId, MutableAliveMinutes>()
  for (const { terminalId, hour, bits } of rows) {
    const alive = found.get(terminalId) ?? new Map()
    found.set(terminalId, alive.set(hour, BigInt(bits)))
  }
  return found
}
