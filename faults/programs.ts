import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { quickProgram } from '../tools/bundle-program'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))

export type Program = 'box-program' | 'server-program'

/** A process of its own that prints one line once it is at work, to be killed. */
export interface RunningProgram {
  readonly child: ChildProcess
  /** What it printed. */
  readonly firstLine: string
  readonly ended: Promise<unknown>
}

/** Starts one of the programs here with its settings as JSON. @throws when it ends before it is at work */
export async function startProgram(program: Program, order: object): Promise<RunningProgram> {
  const path = await quickProgram(join(FOLDER, `${program}.ts`))
  const child = spawn(process.execPath, [path, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (text) => {
    errors += text
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const firstLine = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    ended.then(([code, signal]) => Promise.reject(new Error(`${program}: ${code ?? signal} ${errors}`))),
  ])
  return { child, firstLine, ended }
}
