import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import * as z from 'zod/mini'
import type { Timekeeper } from '../time/timekeeper'
import { type ProgramWord, programWord, type SupervisorWord } from '../update/words'

type Environment = Readonly<Record<string, string | undefined>>

export interface ChildEvents {
  reported(kind: ProgramWord['kind']): void
  /** @param status null where a signal has ended it */
  ended(status: number | null, signal: NodeJS.Signals | null): void
}

/** The program at work: its words go where those of the supervisor go, and it is spoken to over a channel. */
export class Child {
  readonly #process: ChildProcess
  #cancelKill = () => {}
  #hasEnded = false

  constructor(program: string, args: readonly string[], env: Environment, events: ChildEvents) {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env,
    })
    this.#process = child
    const end = (status: number | null, signal: NodeJS.Signals | null) => {
      if (this.#hasEnded) return
      this.#hasEnded = true
      this.#cancelKill()
      events.ended(status, signal)
    }
    child.on('message', (message) => {
      const word = z.safeParse(programWord, message)
      if (word.success && !this.#hasEnded) events.reported(word.data.kind)
    })
    child.on('exit', end)
    // what cannot even be started has ended
    child.on('error', () => child.pid === undefined && end(null, null))
  }

  judged(): void {
    const word: SupervisorWord = { kind: 'judged' }
    this.#process.send(word, () => {})
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal)
  }

  /** Asks it to end, and kills it where it does not. */
  end(time: Timekeeper, withinMs: number): void {
    this.#process.kill('SIGTERM')
    this.#cancelKill = time.after(withinMs, () => this.#process.kill('SIGKILL'))
  }
}

/** Whether a program signs in to a broker with the settings that are there; it is waited for so long. */
export function dials(
  program: string,
  args: readonly string[],
  env: Environment,
  { time, withinMs }: { readonly time: Timekeeper; readonly withinMs: number },
): { readonly reached: Promise<boolean>; stop(): void } {
  const child = spawn(process.execPath, [program, ...args], { stdio: 'ignore', env })
  const cancel = time.after(withinMs, () => child.kill('SIGKILL'))
  const reached = new Promise<boolean>((resolve) => {
    child.on('exit', (status) => resolve(status === 0))
    child.on('error', () => resolve(false))
  })
  return { reached: reached.finally(cancel), stop: () => void child.kill('SIGKILL') }
}

/** As a shell reports an end. */
export function statusOf(status: number | null, signal: NodeJS.Signals | null): number {
  return status ?? 128 + (signal === null ? 0 : constants.signals[signal])
}
