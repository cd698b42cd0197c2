import {
  DEFAULT_LOSS_RULE,
  decidableUpTo,
  startLossWatch,
  stepConnectionLoss,
} from '@coldkeep/domain/alarms/connection-loss'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { AliveMinutes } from '@coldkeep/domain/points/alive-minutes'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '@coldkeep/server/db/connect'

export interface PastOfTerminal {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly alive: AliveMinutes
  readonly fromMs: number
  readonly toMs: number
}

/** Puts a terminal into the state in which a server that had listened all along would have it. */
export async function recordPastSilence(db: Db, past: PastOfTerminal): Promise<void> {
  const { storeId, terminalId, alive, fromMs, toMs } = past
  const { watch, events } = stepConnectionLoss(
    startLossWatch(epochMs(fromMs)),
    DEFAULT_LOSS_RULE,
    alive,
    [],
    decidableUpTo(epochMs(toMs)),
  )
  const last = events.at(-1)
  const lastAliveAt = lastMinuteOf(alive)
  await db
    .insertInto('terminalState')
    .values({
      storeId,
      terminalId,
      connection: lastAliveAt === null ? 'never_seen' : 'offline',
      connectionName: null,
      since: lastAliveAt,
      lastMessageAt: lastAliveAt,
      program: null,
      revision: null,
      backlog: null,
      hostLostSince: last?.kind === 'raised' ? last.firstLostAt : null,
      lossWatch: JSON.stringify(watch),
    })
    .onConflict((conflict) => conflict.columns(['storeId', 'terminalId']).doNothing())
    .execute()
}

function lastMinuteOf(alive: AliveMinutes): EpochMs | null {
  const hour = Math.max(...[...alive].filter(([, bits]) => bits !== 0n).map(([hourMs]) => hourMs))
  const bits = alive.get(hour)
  return bits === undefined ? null : epochMs(hour + (bits.toString(2).length - 1) * 60_000)
}
