import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** The tasks of a process of a bench by name: what each is given, and what it answers. */
export type Tasks<Questions> = {
  readonly [Name in keyof Questions]: (given: never) => Promise<unknown> | unknown
}

/** A process of its own, so that its memory and processor time are measured separately. */
export interface Child<Questions extends Tasks<Questions>> {
  call<Name extends keyof Questions & string>(
    name: Name,
    ...given: Parameters<Questions[Name]>
  ): Promise<Awaited<ReturnType<Questions[Name]>>>
  end(): Promise<void>
}

interface Answer {
  readonly value?: unknown
  readonly fault?: string
}

/** Starts a script that ends with {@link answerParent}. */
export function startChild<Questions extends Tasks<Questions>>(
  script: string,
  args: readonly string[],
): Child<Questions> {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // each outbox writes in a thread of Node's own pool
    env: { ...process.env, UV_THREADPOOL_SIZE: '8' },
  })
  const ended = once(child, 'exit')
  const lost = ended.then(([code]) => {
    throw new Error(`${script} ended with ${code}`)
  })
  lost.catch(() => {})
  return {
    async call(name, ...given) {
      const answered = once(child, 'message').then(([answer]) => answer as Answer)
      child.send({ name, given: given[0] })
      const { value, fault } = await Promise.race([answered, lost])
      if (fault !== undefined) throw new Error(`${name}: ${fault}`)
      return value as never
    },
    async end() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** Carries out one task after another until the parent process is gone. */
export function answerParent<Questions extends Tasks<Questions>>(questions: Questions): void {
  process.on('message', async ({ name, given }: { name: keyof Questions; given: never }) => {
    const answer: Answer = await Promise.resolve()
      .then(() => questions[name](given))
      .then(
        (value) => ({ value }),
        (error: unknown) => ({
          fault: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
      )
    process.send?.(answer)
  })
  process.once('disconnect', () => process.exit(0))
}
