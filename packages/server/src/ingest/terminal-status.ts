import { readMessage } from '@coldkeep/contract/mqtt/envelope'
import { stateMessage } from '@coldkeep/contract/mqtt/state'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type Clock, type EpochMs, epochMs, later, minutes } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Db } from '../db/connect'
import type { Appearance } from '../field/dispatch'
import type { LifeRow } from './batch-rows'
import { type ArrivedState, foldStates } from './fold-states'
import type { Grants } from './grant'
import { hourOf, minuteBit } from './life-bits'
import type { IncomingMessage, MessageSource } from './message-source'
import { upsertLife } from './queries'
import {
  type HeardTerminal,
  selectStoresOf,
  updateOffline,
  updateSilent,
  updateUnconnected,
  upsertConnectedLife,
  upsertHeard,
  upsertListening,
  upsertOnline,
} from './terminal-state-queries'

/** Keeps what is known of each terminal: connected or not, since when, last heard, its program and backlog. */
export interface TerminalStatus {
  /** A message of `up/st`. */
  accept(message: IncomingMessage): void
  /** Terminals whose readings were stored. */
  heard(terminal: TerminalId, storeId: StoreId, at: EpochMs): void
  /** Writes the states that have come in. */
  flushStates(): Promise<void>
  /** Writes who was heard, which nobody waits for. */
  flushHeard(): Promise<void>
  /** Once a minute: silent terminals, signs of life of those connected. */
  minute(now: EpochMs): Promise<void>
}

interface StatusParts {
  readonly db: Db
  readonly source: Pick<MessageSource, 'connected'>
  readonly grants: Pick<Grants, 'noteBacklog'>
  /** Is told each time a terminal says that it is there. */
  readonly appeared?: ((terminal: TerminalId, appearance: Appearance) => void) | undefined
  readonly clock: Clock
  readonly log: Logger
}

/** States come every five minutes; two missed ones and a bit is silence. */
const SILENT_MS = minutes(11)
/** After a start terminals find their way back over this time before they count as gone. */
const RETURN_MS = minutes(1)
const MINUTE_MS = 60_000
/** A pause longer than this is a stop, not a late timer: its minutes prove nothing. */
const LONGEST_PAUSE_MS = minutes(3)

export function terminalStatus({ db, source, grants, appeared, clock, log }: StatusParts): TerminalStatus {
  const startedAt = clock.now()
  let states: ArrivedState[] = []
  let heard = new Map<TerminalId, HeardTerminal>()
  let lastMinuteMs = startedAt

  return {
    accept(message) {
      const read = readMessage(stateMessage, message.bytes)
      if (!read.ok) {
        log.warn({ terminalId: message.terminal, problem: read.problem }, 'state that cannot be read')
        return
      }
      const state = read.value
      states.push({ terminal: message.terminal, state, receivedAt: clock.now(), isKept: message.isKept })
      if (state.on === 0) return
      grants.noteBacklog(message.terminal, state.q.n)
      appeared?.(message.terminal, { revision: state.cfg, keys: state.keys ?? null })
    },
    heard(terminal, storeId, at) {
      heard.set(terminal, { terminal, storeId, heardAt: at })
    },
    async flushStates() {
      const arrived = states
      if (arrived.length === 0) return
      states = []
      try {
        await writeStates(db, arrived)
      } catch (error) {
        // what came meanwhile is newer
        states = [...arrived, ...states]
        throw error
      }
    },
    async flushHeard() {
      const messages = heard
      heard = new Map()
      try {
        await upsertHeard(db, [...messages.values()])
      } catch (error) {
        heard = new Map([...messages, ...heard])
        throw error
      }
    },
    async minute(now) {
      await updateSilent(db, later(now, -SILENT_MS), now)
      const connected = source.connected()
      if (connected && now - startedAt >= RETURN_MS) await updateUnconnected(db, connected, now)
      const from = now - lastMinuteMs > LONGEST_PAUSE_MS ? now : lastMinuteMs
      for (const [hourMs, bits] of minutesBetween(from, now)) {
        await upsertConnectedLife(db, hourMs, bits)
        await upsertListening(db, hourMs, bits)
      }
      lastMinuteMs = now
    },
  }
}

async function writeStates(db: Db, arrived: readonly ArrivedState[]): Promise<void> {
  const folded = foldStates(arrived)
  const stores = await selectStoresOf(
    db,
    folded.map((state) => state.terminal),
  )
  const placed = folded.flatMap((state) => {
    const storeId = stores.get(state.terminal)
    return storeId === undefined ? [] : [{ ...state, storeId }]
  })
  placed.sort((a, b) => a.storeId - b.storeId || (a.terminal < b.terminal ? -1 : 1))
  const life: LifeRow[] = placed
    .filter((state) => state.online && !state.isKept)
    .map(({ storeId, terminal, heardAt }) => ({
      storeId,
      terminal,
      hourMs: hourOf(heardAt),
      live: minuteBit(heardAt),
      told: 0n,
    }))
  await db.transaction().execute(async (trx) => {
    await upsertOnline(trx, placed)
    await updateOffline(trx, placed)
    await upsertLife(trx, life)
  })
}

/** Bits of the minutes from the one after `fromMs` to that of `toMs`, by hour. */
function minutesBetween(fromMs: number, toMs: number): Map<number, bigint> {
  const bits = new Map<number, bigint>()
  const first = Math.min(Math.floor(fromMs / MINUTE_MS) + 1, Math.floor(toMs / MINUTE_MS))
  for (let minute = first; minute * MINUTE_MS <= toMs; minute++) {
    const at = epochMs(minute * MINUTE_MS)
    bits.set(hourOf(at), (bits.get(hourOf(at)) ?? 0n) | minuteBit(at))
  }
  return bits
}
