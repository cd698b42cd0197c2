import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { HistoryPart } from '@coldkeep/simulator/history'
import type { SavedStore } from '@coldkeep/simulator/store-run'
import type { FromSimulation, ToSimulation } from './simulation-messages'

const STOP_MS = 5_000

/** The simulation as a process of its own, so that its arithmetic never holds up the server. */
export class Simulation {
  readonly #child: ChildProcess

  /** What has arrived and was not requested yet: a part may arrive while the one before is being written. */
  readonly #arrived: FromSimulation[] = []
  #wake: () => void = () => {}

  private constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (message: FromSimulation) => {
      this.#arrived.push(message)
      this.#wake()
    })
    child.on('exit', () => this.#wake())
  }

  static async start(madeAtMs: number): Promise<Simulation> {
    const child = fork(join(import.meta.dirname, 'simulation-process.ts'), [String(madeAtMs)], {
      execArgv: ['--import', 'tsx'],
      serialization: 'advanced',
    })
    const simulation = new Simulation(child)
    await simulation.#answer('ready')
    return simulation
  }

  /** The past, part by part; the next part is computed while this one is being written. */
  async *history(
    request: Omit<Extract<ToSimulation, { kind: 'history' }>, 'kind'>,
  ): AsyncGenerator<HistoryPart> {
    this.#send({ kind: 'history', ...request })
    for (;;) {
      const { part } = await this.#answer('part')
      if (part === null) return
      const next = part
      this.#send({ kind: 'next' })
      yield next
    }
  }

  /** Starts the present; answers the ports of the virtual buses. */
  async goLive(
    settings: Omit<Extract<ToSimulation, { kind: 'live' }>, 'kind'>,
  ): Promise<ReadonlyMap<number, number>> {
    this.#send({ kind: 'live', ...settings })
    return (await this.#answer('live')).busPorts
  }

  /** How every store is now. */
  async save(): Promise<ReadonlyMap<number, SavedStore>> {
    this.#send({ kind: 'save' })
    return (await this.#answer('saved')).saved
  }

  /** Signs off and answers how every store was left. */
  async stop(): Promise<ReadonlyMap<number, SavedStore>> {
    if (this.#child.exitCode !== null || !this.#child.connected) return new Map()
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_MS)
    this.#send({ kind: 'stop' })
    try {
      return (await this.#answer('stopped')).saved
    } finally {
      clearTimeout(timer)
      if (this.#child.connected) this.#child.disconnect()
      if (this.#child.exitCode === null) await once(this.#child, 'exit')
    }
  }

  #send(message: ToSimulation): void {
    if (!this.#child.connected) throw new Error('The simulation has ended')
    this.#child.send(message)
  }

  async #answer<Kind extends FromSimulation['kind']>(
    kind: Kind,
  ): Promise<Extract<FromSimulation, { kind: Kind }>> {
    for (;;) {
      const index = this.#arrived.findIndex((message) => message.kind === kind)
      const [message] = index < 0 ? [] : this.#arrived.splice(index, 1)
      if (message) return message as Extract<FromSimulation, { kind: Kind }>
      if (this.#child.exitCode !== null) throw new Error(`The simulation ended with ${this.#child.exitCode}`)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
