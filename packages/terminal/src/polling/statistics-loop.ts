import type { StatisticsSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import type { TerminalId } from '@coldkeep/domain/ids'
import type { Reading } from '@coldkeep/domain/points/reading'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ClockTrust } from '../time/clock-trust'
import { LONGEST_WAIT_MS, type Timekeeper } from '../time/timekeeper'
import { toBatches } from './batches'
import type { BusStatistics } from './bus-statistics'
import { type Grid, gridOf, latestOnGrid, nextOnGrid } from './grid'

interface StatisticsParts {
  readonly terminalId: TerminalId
  readonly settings: StatisticsSettings
  readonly statistics: BusStatistics
  readonly clockTrust: ClockTrust
  readonly time: Timekeeper
  /** Takes the readings of an interval that ended at `at`. */
  deliver(at: EpochMs, readings: readonly Reading[]): Promise<void>
}

/** Sends what became of the requests to each device, at the end of each interval. */
export class StatisticsLoop {
  readonly #parts: StatisticsParts
  readonly #grid: Grid
  #cancel = () => {}
  #sending: Promise<void> = Promise.resolve()

  constructor(parts: StatisticsParts) {
    this.#parts = parts
    this.#grid = gridOf(parts.terminalId, parts.settings.periodSeconds)
  }

  start(): void {
    this.#arm(nextOnGrid(this.#grid, this.#parts.time.now()))
  }

  async stop(): Promise<void> {
    this.#cancel()
    await this.#sending
  }

  /** The wall clock may have been set since the timer began, either way. */
  #arm(dueAt: EpochMs): void {
    const { time } = this.#parts
    const waitMs = Math.min(Math.max(0, dueAt - time.now()), LONGEST_WAIT_MS)
    this.#cancel = time.after(waitMs, () => {
      const now = time.now()
      const next = nextOnGrid(this.#grid, now)
      if (now >= dueAt) this.#sending = this.#send(latestOnGrid(this.#grid, now))
      this.#arm(now >= dueAt || next < dueAt ? next : dueAt)
    })
  }

  async #send(at: EpochMs): Promise<void> {
    const { settings, statistics, clockTrust, deliver } = this.#parts
    for (const readings of toBatches(statistics.take(settings.devices, at, clockTrust.isTrusted))) {
      await deliver(at, readings)
    }
  }
}
