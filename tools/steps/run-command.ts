import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const binaries = `${root}node_modules/.bin`

export interface CommandResult {
  /** Null when the time ran out. */
  readonly exitCode: number | null
  readonly log: string
}

const running = new Set<number>()

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const pid of running) killGroup(pid)
    process.exit(130)
  })
}

/** Runs a program of the repository to its end, without input, and collects what it prints. */
export function runCommand(
  command: readonly [string, ...string[]],
  options: { timeoutMs: number; env?: Readonly<Record<string, string>> },
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const [program, ...args] = command
    const child = spawn(program, args, {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: `${binaries}:${process.env.PATH}`, NO_COLOR: '1', ...options.env },
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    let isLate = false
    const alarm = setTimeout(() => {
      isLate = true
      if (child.pid !== undefined) killGroup(child.pid)
    }, options.timeoutMs)
    const finish = (exitCode: number | null, note = '') => {
      clearTimeout(alarm)
      if (child.pid !== undefined) {
        running.delete(child.pid)
        killGroup(child.pid)
      }
      resolve({ exitCode, log: Buffer.concat(chunks).toString('utf8') + note })
    }
    if (child.pid !== undefined) running.add(child.pid)
    child.once('error', (error) => finish(1, `${program}: ${error.message}\n`))
    child.once('close', (code) => {
      if (isLate) finish(null, `\nStopped after ${options.timeoutMs / 1000} s.\n`)
      else finish(code ?? 1)
    })
  })
}

/** What a program left running is stopped with it. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Everything in the group has ended.
  }
}
