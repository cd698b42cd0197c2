import type { Reading } from '@coldkeep/domain/points/reading'
import { type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import { LONGEST_WAIT_MS } from '../time/timekeeper'
import { toBatches } from './batches'
import { latestOnGrid, nextOnGrid } from './grid'
import type { PlannedScript } from './plan'
import { type CycleParts, runCycle } from './run-cycle'

export interface PollLoopParts extends Omit<CycleParts, 'isStopping' | 'readAt'> {
  readonly log: Logger
  /** Takes the readings of a cycle that began at `at`. */
  deliver(at: EpochMs, readings: readonly Reading[]): Promise<void>
  /** A whole cycle has gone through, and its readings are delivered. */
  cyclePolled?(): void
}

interface Running {
  readonly script: PlannedScript
  cancel: () => void
  cycle: Promise<void> | null
  overruns: number
}

/** Runs every script when its time comes. A cycle still running when the next is due skips that one. */
export class PollLoop {
  readonly #parts: PollLoopParts
  readonly #scripts: readonly Running[]
  #isStopping = false

  constructor(scripts: readonly PlannedScript[], parts: PollLoopParts) {
    this.#parts = parts
    this.#scripts = scripts.map((script) => ({ script, cancel: () => {}, cycle: null, overruns: 0 }))
  }

  /** Cycles skipped since the start, over all scripts. */
  get overruns(): number {
    return this.#scripts.reduce((total, running) => total + running.overruns, 0)
  }

  /** @param since cycles that were due from then on are not left out */
  start(since = this.#parts.time.now()): void {
    for (const running of this.#scripts) this.#arm(running, nextOnGrid(running.script.grid, since))
  }

  /** Begins no further cycle; ends when those that run have ended by themselves. */
  async finish(): Promise<void> {
    for (const running of this.#scripts) running.cancel()
    await Promise.all(this.#scripts.map((running) => running.cycle))
  }

  /** Ends after the frames in flight. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const running of this.#scripts) running.cancel()
    await Promise.all(this.#scripts.map((running) => running.cycle))
  }

  #arm(running: Running, dueAt: EpochMs): void {
    const { time } = this.#parts
    const waitMs = Math.min(Math.max(0, dueAt - time.now()), LONGEST_WAIT_MS)
    running.cancel = time.after(waitMs, () => this.#look(running, dueAt))
  }

  /** The wall clock may have been set since the timer began, either way. */
  #look(running: Running, dueAt: EpochMs): void {
    const { grid } = running.script
    const now = this.#parts.time.now()
    const next = nextOnGrid(grid, now)
    if (now < dueAt) {
      this.#arm(running, next < dueAt ? next : dueAt)
      return
    }
    if (running.cycle === null) this.#begin(running, latestOnGrid(grid, now))
    else this.#skip(running)
    this.#arm(running, next)
  }

  #begin(running: Running, at: EpochMs): void {
    running.cycle = this.#run(running.script, at).finally(() => {
      running.cycle = null
    })
  }

  #skip(running: Running): void {
    running.overruns++
    const { name, ports } = running.script
    for (const { devices } of ports) for (const { key } of devices) this.#parts.statistics.leftOut(key)
    this.#parts.log.warn(
      { script: name, overruns: running.overruns },
      'cycle skipped, the last is still running',
    )
  }

  async #run(script: PlannedScript, at: EpochMs): Promise<void> {
    const { log, time, deliver } = this.#parts
    const startMs = time.elapsedMs()
    const startedAt = time.now()
    try {
      const cycle = await runCycle(script, {
        ...this.#parts,
        isStopping: () => this.#isStopping,
        readAt: () => later(startedAt, Math.round(time.elapsedMs() - startMs)),
      })
      const busMs = Math.round(time.elapsedMs() - startMs)
      const batches = toBatches(cycle.devices)
      for (const readings of batches) await deliver(at, readings)
      if (!this.#isStopping) this.#parts.cyclePolled?.()
      log.debug(
        {
          script: script.name,
          cycleAt: new Date(at).toISOString(),
          busMs,
          requested: cycle.commands,
          failed: cycle.failed,
          messages: batches.length,
        },
        'cycle',
      )
    } catch (error) {
      // A fault of the program in one cycle must not end the polling of the store.
      log.error({ err: error, script: script.name }, 'cycle failed')
    }
  }
}
