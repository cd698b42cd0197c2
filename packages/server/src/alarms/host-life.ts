import type { HostSilence } from '@coldkeep/domain/alarms/device-watch'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import {
  type AliveMinutes,
  countAlive,
  isAliveWithin,
  type MutableAliveMinutes,
} from '@coldkeep/domain/points/alive-minutes'
import { type EpochMs, epochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'

/** A terminal without a sign of life for so long before an instant, and none right after it, was silent then. */
const SILENT_BEFORE_MS = minutes(3)
const SILENT_AFTER_MS = minutes(2)
/** Of the minutes in which a terminal counts as steadily back, so many may lack a sign. */
const STEADY_SHARE = 0.8
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

export type LifeOfTerminals = ReadonlyMap<TerminalId, AliveMinutes>

/**
 * Signs of life of the terminals of stores in a period: those that were seen as they happened, and where `withTold`
 * is set those too that terminals told of afterwards.
 */
export async function selectLife(
  db: Db,
  storeIds: readonly StoreId[],
  period: { readonly from: number; readonly to: number },
  withTold: boolean,
): Promise<LifeOfTerminals> {
  const { rows } = await sql<{ terminalId: TerminalId; hour: EpochMs; bits: string }>`
    select terminal_id, hour, (case when ${withTold}::boolean then live | told else live end)::text as bits
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

/** Whether a terminal was silent at an instant. One that was never heard of is. */
export function silenceOf(life: LifeOfTerminals, terminalId: TerminalId): NonNullable<HostSilence> {
  const alive = life.get(terminalId) ?? new Map()
  return (at) =>
    !isAliveWithin(alive, { startAt: later(at, -SILENT_BEFORE_MS), endAt: later(at, SILENT_AFTER_MS) })
}

/** Whether a terminal has been there all the time before an instant, for so long. */
export function isSteady(
  life: LifeOfTerminals,
  terminalId: TerminalId,
  at: EpochMs,
  lengthMs: number,
): boolean {
  const period = { startAt: epochMs(at - lengthMs), endAt: at }
  const alive = countAlive(life.get(terminalId) ?? new Map(), period)
  return alive * MINUTE_MS >= STEADY_SHARE * lengthMs
}
