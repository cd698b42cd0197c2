import type { TerminalId } from '@coldkeep/domain/ids'
import type { Clock } from '@coldkeep/domain/time/instant'
import type { UpdateSettings } from './live/check-order'
import { type LiveStore, LiveTerminal } from './live/live-terminal'
import { type SavedStore, saveStore } from './store-run'

export interface LiveFleetOptions {
  /** `mqtt://host:port` of the broker. */
  readonly brokerUrl: string
  /** Stores that report by messages; each goes on from the state of its run. */
  readonly stores: readonly LiveStore[]
  readonly clock: Clock
  /** Default 300. */
  readonly cycleSeconds?: number
  /** Default 2000: connections spread over this time after the start. */
  readonly spreadMs?: number
  /** Default 500: how often the terminals look what is due. */
  readonly tickMs?: number
  /** From where and from whom they install releases; left out: they install none. */
  readonly updates?: UpdateSettings | null
  /** Called when a connection fails; the terminal retries on its own. */
  readonly onProblem?: (terminalId: TerminalId, reason: Error) => void
}

export interface LiveFleetStatus {
  readonly connected: number
  /** Messages that the server has not confirmed. */
  readonly waiting: number
}

/** All simulated stores of a fleet, live over MQTT. */
export class LiveFleet {
  readonly #options: LiveFleetOptions
  #terminals: LiveTerminal[] = []
  #ticking: NodeJS.Timeout | null = null

  constructor(options: LiveFleetOptions) {
    this.#options = options
  }

  start(): void {
    const { clock, stores, brokerUrl, cycleSeconds = 300, spreadMs = 2000, tickMs = 500 } = this.#options
    const settings = {
      brokerUrl,
      cycleMs: cycleSeconds * 1000,
      spreadMs,
      updates: this.#options.updates ?? null,
      onProblem: this.#options.onProblem ?? (() => undefined),
    }
    const nowMs = clock.now()
    this.#terminals = stores.map((store) => new LiveTerminal(store, settings, nowMs))
    const tick = () => {
      for (const terminal of this.#terminals) terminal.tick(clock.now())
    }
    this.#ticking = setInterval(tick, tickMs)
    tick()
  }

  /** Cuts the lines of some terminals, or joins them again; all else of them goes on. */
  setLines(terminals: ReadonlySet<TerminalId>, isCut: boolean): void {
    for (const terminal of this.#terminals) if (terminals.has(terminal.id)) terminal.setLine(isCut)
  }

  /** Signs off every terminal; the stores count as offline then. */
  async stop(): Promise<void> {
    if (this.#ticking) clearInterval(this.#ticking)
    this.#ticking = null
    await Promise.all(this.#terminals.map((terminal) => terminal.stop()))
    this.#terminals = []
  }

  status(): LiveFleetStatus {
    return {
      connected: this.#terminals.filter((terminal) => terminal.isConnected).length,
      waiting: this.#terminals.reduce((sum, terminal) => sum + terminal.waiting, 0),
    }
  }

  /** The stores as they are now, for a start later on; by their position in the fleet. */
  saved(): Map<number, SavedStore> {
    return new Map(this.#options.stores.map(({ run }) => [run.store.index, saveStore(run)]))
  }
}
