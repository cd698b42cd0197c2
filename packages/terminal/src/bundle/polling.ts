import type { PortSettings } from '@coldkeep/contract/mqtt/port-settings'
import type { StatisticsSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import type { PlanFault } from '@coldkeep/domain/polling/check-plan'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Bus } from '../bus/bus'
import { nextOnGrid } from '../polling/grid'
import type { PlannedScript } from '../polling/plan'
import type { PollLoop } from '../polling/poll-loop'
import type { StatisticsLoop } from '../polling/statistics-loop'
import type { Timekeeper } from '../time/timekeeper'

/** What is polled, and the number under which its readings go. */
export interface Configuration {
  readonly revision: number
  readonly ports: readonly PortSettings[]
  readonly scripts: readonly PlannedScript[]
  /** Requests in the configuration that are not sent. */
  readonly leftOut: readonly PlanFault[]
  /** The devices whose requests are counted; null: the configuration does not list them. */
  readonly statistics: StatisticsSettings | null
}

export interface PollingParts {
  readonly time: Pick<Timekeeper, 'now'>
  openBus(port: PortSettings): Bus
  makeLoop(configuration: Configuration, buses: ReadonlyMap<string, Bus>): PollLoop
  makeCounting(configuration: Configuration): StatisticsLoop | null
}

/** The current polling, which another configuration may take over without a cycle being left out. */
export class Polling {
  readonly #parts: PollingParts
  #configuration: Configuration
  #buses: ReadonlyMap<string, Bus>
  #loop: PollLoop
  #counting: StatisticsLoop | null
  readonly #finishing = new Set<{ readonly loop: PollLoop; readonly done: Promise<void> }>()
  #switching: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(configuration: Configuration, parts: PollingParts) {
    this.#parts = parts
    this.#configuration = configuration
    this.#buses = new Map(configuration.ports.map((port) => [port.id, parts.openBus(port)]))
    this.#loop = parts.makeLoop(configuration, this.#buses)
    this.#counting = parts.makeCounting(configuration)
  }

  get revision(): number {
    return this.#configuration.revision
  }

  get leftOut(): readonly PlanFault[] {
    return this.#configuration.leftOut
  }

  get ports(): readonly PortSettings[] {
    return this.#configuration.ports
  }

  /** When the next cycle begins after a time; null: there is nothing to poll. */
  nextCycleAt(now: EpochMs): EpochMs | null {
    const times = this.#configuration.scripts.map(({ grid }) => nextOnGrid(grid, now))
    return times.length === 0 ? null : (Math.min(...times) as EpochMs)
  }

  get buses(): ReadonlyMap<string, Bus> {
    return this.#buses
  }

  start(): void {
    this.#loop.start()
    this.#counting?.start()
  }

  /** Settles when the other configuration has taken over. Cycles under way end as they began. */
  switchTo(next: Configuration): Promise<void> {
    this.#switching = this.#switching.then(() => this.#switch(next))
    return this.#switching
  }

  /** Ends after the frames in flight. */
  async stop(): Promise<void> {
    this.#isStopped = true
    const loops = [this.#loop, ...[...this.#finishing].map(({ loop }) => loop)]
    const stopped = loops.map((loop) => loop.stop())
    await Promise.all([
      this.#counting?.stop(),
      ...stopped,
      ...[...this.#buses.values()].map((bus) => bus.stop()),
    ])
    await this.#switching
  }

  async #switch(next: Configuration): Promise<void> {
    if (this.#isStopped) return
    const since = this.#parts.time.now()
    const current = new Map(this.#configuration.ports.map((port) => [port.id, JSON.stringify(port)]))
    const isSame = (port: PortSettings) => current.get(port.id) === JSON.stringify(port)
    const keptIds = new Set(next.ports.filter(isSame).map(({ id }) => id))
    const leaving = [...this.#buses].filter(([id]) => !keptIds.has(id)).map(([, bus]) => bus)
    const finished = this.#finish(this.#loop)
    if (leaving.length > 0) {
      // a line is opened once: its user must be done before its new settings apply
      await finished
      await Promise.all(leaving.map((bus) => bus.stop()))
    }
    if (this.#isStopped) return
    const { openBus, makeLoop, makeCounting } = this.#parts
    this.#buses = new Map(
      next.ports.map((port) => [port.id, (isSame(port) && this.#buses.get(port.id)) || openBus(port)]),
    )
    this.#configuration = next
    this.#loop = makeLoop(next, this.#buses)
    this.#loop.start(since)
    // what was counted since the last interval is reported at the end of the next one, under whichever
    // configuration
    const reporting = this.#counting?.stop()
    this.#counting = makeCounting(next)
    this.#counting?.start()
    await reporting
  }

  #finish(loop: PollLoop): Promise<void> {
    const entry = { loop, done: loop.finish() }
    this.#finishing.add(entry)
    return entry.done.finally(() => this.#finishing.delete(entry))
  }
}
