import { type EnvelopeProblem, readMessage } from '@coldkeep/contract/mqtt/envelope'
import { type StateMessage, stateMessage } from '@coldkeep/contract/mqtt/state'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import {
  type FoldedState,
  foldedState,
  foldStates,
  type OnlineState,
} from '@coldkeep/domain/intake/fold-states'
import type { Grants } from '@coldkeep/domain/intake/grant'
import type { LifeRow } from '@coldkeep/domain/intake/marks'
import { hourOf } from '@coldkeep/domain/points/alive-minutes'
import { minuteBit } from '@coldkeep/domain/points/life-bits'
import { type Clock, type EpochMs, epochMs, later, minutes } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Db } from '../db/connect'
import { type RefusedRow, storeApart } from '../db/store-apart'
import type { Appearance } from '../messages/appearance'
import type { IncomingMessage, MessageSource } from '../messages/message-source'
import { upsertConnectedLife, upsertLife } from '../storage/life-queries'
import {
  type PlacedState,
  type SeenTerminal,
  updateOffline,
  updateSilent,
  updateUnconnected,
  upsertOnline,
  upsertSeen,
} from '../storage/terminal-state-queries'
import type { Metrics } from '../tasks/metrics'
import { insertQuarantine, type PutAside, selectStoresOf, upsertListening } from './intake-queries'
import type { QuarantineGate } from './quarantine-gate'

/** Keeps what is known of each terminal: connected or not, since when, last seen, its program and backlog. */
export interface TerminalStatus {
  /** A message of `up/st`. */
  accept(message: IncomingMessage): void
  /** Terminals whose readings were stored. */
  seen(terminal: TerminalId, storeId: StoreId, at: EpochMs): void
  /** Writes the states that have come in. */
  flushStates(): Promise<void>
  /** Writes which terminals were seen; nothing waits for it. */
  flushSeen(): Promise<void>
  /** Once a minute: silent terminals, signs of life of those connected. */
  minute(now: EpochMs): Promise<void>
}

interface StatusParts {
  readonly db: Db
  readonly source: Pick<MessageSource, 'connected'>
  readonly grants: Pick<Grants, 'backlogReported'>
  /** Called each time a terminal reports that it is online. */
  readonly appeared?: ((terminal: TerminalId, appearance: Appearance) => void) | undefined
  /** Called each time a terminal requests the time. */
  readonly requestedTime?: ((terminal: TerminalId, nonce: string) => void) | undefined
  /** At most so many damaged messages of one terminal are kept per hour. */
  readonly admitQuarantine: QuarantineGate
  readonly metrics: Pick<Metrics['ingest'], 'quarantined'>
  readonly clock: Clock
  readonly log: Logger
}

/** A state that cannot be read, kept as it came. */
type DamagedState = Omit<PutAside, 'points'>

/** States come every five minutes; two missed ones and a bit is silence. */
const SILENT_MS = minutes(11)
/** After a start terminals find their way back over this time before they count as gone. */
const RETURN_MS = minutes(1)
const MINUTE_MS = 60_000
/** A pause longer than this is a stop, not a late timer: its minutes prove nothing. */
const LONGEST_PAUSE_MS = minutes(3)

export function terminalStatus(parts: StatusParts): TerminalStatus {
  const { db, source, grants, appeared, requestedTime, clock, log } = parts
  const startedAt = clock.now()
  let states = new Map<TerminalId, FoldedState>()
  const damaged = damagedStates(parts)
  let seen = new Map<TerminalId, SeenTerminal>()
  let lastMinuteMs = startedAt

  /** What the database refuses for good is dropped: the terminal reports it again within minutes. */
  async function writeOrDrop(folded: readonly FoldedState[]): Promise<void> {
    const stores = await selectStoresOf(
      db,
      folded.map(({ terminal }) => terminal),
    )
    const placed = folded.flatMap((state) => placeOf(state, stores))
    placed.sort((a, b) => a.storeId - b.storeId || (a.terminal < b.terminal ? -1 : 1))
    const refused = await storeApart(placed, (some) => writeStates(db, some))
    logRefused(log, refused, 'states that cannot be stored dropped')
  }

  return {
    accept(message) {
      const { terminal, isKept } = message
      const read = readMessage(stateMessage, message.bytes)
      if (!read.ok) return damaged.add(message, read.problem)
      const state = read.value
      const online = onlineOf(state)
      const folded = foldedState({ terminal, connection: state.cn, online, receivedAt: clock.now(), isKept })
      states.set(terminal, foldStates(states.get(terminal), folded))
      if (state.on === 0) return
      // a state that a broker had retained requests nothing any more
      if (state.ask !== undefined && !isKept) requestedTime?.(terminal, state.ask)
      grants.backlogReported(terminal, state.q.n)
      appeared?.(terminal, { revision: state.cfg, keys: state.keys ?? null })
    },
    seen(terminal, storeId, at) {
      seen.set(terminal, { terminal, storeId, seenAt: at })
    },
    async flushStates() {
      await damaged.write()
      const folded = states
      if (folded.size === 0) return
      states = new Map()
      try {
        await writeOrDrop([...folded.values()])
      } catch (error) {
        // what came in the meantime is newer
        for (const [terminal, later] of states) folded.set(terminal, foldStates(folded.get(terminal), later))
        states = folded
        throw error
      }
    },
    async flushSeen() {
      const messages = seen
      seen = new Map()
      try {
        const refused = await storeApart([...messages.values()], (some) => upsertSeen(db, some))
        logRefused(log, refused, 'signs of terminals that cannot be stored dropped')
      } catch (error) {
        seen = new Map([...messages, ...seen])
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

function onlineOf(state: StateMessage): OnlineState | null {
  if (state.on === 0) return null
  return {
    sentAtMs: state.at,
    program: state.prog,
    firmwareType: state.type ?? null,
    firmwareVersion: state.type === undefined ? null : (state.img ?? state.prog),
    boot: state.boot ?? null,
    revision: state.cfg,
    backlog: state.q.n,
    screenConsent: state.scr ?? null,
    cameras: state.cams ?? [],
  }
}

/** States that cannot be read, until they are put aside. */
function damagedStates({ db, admitQuarantine, metrics, clock, log }: StatusParts) {
  let waiting: DamagedState[] = []
  return {
    add(message: IncomingMessage, problem: EnvelopeProblem): void {
      const { terminal } = message
      metrics.quarantined.inc({ reason: problem })
      // one that the broker had kept was put aside when it came first
      if (message.isKept || !admitQuarantine({ terminal, message, problem })) return
      log.warn({ terminalId: terminal, problem }, 'state that cannot be read')
      waiting.push({ terminal, message, problem, receivedAt: clock.now() })
    },
    async write(): Promise<void> {
      if (waiting.length === 0) return
      const aside = waiting
      waiting = []
      try {
        const stores = await selectStoresOf(
          db,
          aside.map(({ terminal }) => terminal),
        )
        const rows = aside.flatMap((one) => {
          const storeId = stores.get(one.terminal)
          return storeId === undefined ? [] : [{ ...one, points: { storeId } }]
        })
        await storeApart(rows, (some) => insertQuarantine(db, some))
      } catch (error) {
        waiting = [...aside, ...waiting]
        throw error
      }
    },
  }
}

/** However many there are, in one line. */
function logRefused(
  log: Logger,
  refused: readonly RefusedRow<{ readonly terminal: TerminalId }>[],
  text: string,
): void {
  const [first] = refused
  if (first === undefined) return
  log.error({ err: first.error, terminalId: first.row.terminal, refused: refused.length }, text)
}

function placeOf(state: FoldedState, stores: ReadonlyMap<TerminalId, StoreId>): PlacedState[] {
  const storeId = stores.get(state.terminal)
  return storeId === undefined ? [] : [{ ...state, storeId }]
}

async function writeStates(db: Db, placed: readonly PlacedState[]): Promise<void> {
  const life: LifeRow[] = placed
    .filter((state) => state.online && !state.isKept)
    .map(({ storeId, terminal, seenAt }) => ({
      storeId,
      terminal,
      hourMs: hourOf(seenAt),
      live: minuteBit(seenAt),
      reported: 0n,
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
