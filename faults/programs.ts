import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bundleProgram, copyScriptsBeside } from '../tools/bundle-program'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Inside the repository, so that the libraries are found from there. */
const KEPT = join(root, 'node_modules/.cache/coldkeep/faults')

export type Program = 'box-program' | 'server-program'

const made = new Map<Program, Promise<string>>()

/** A process of its own that tells one line once it is at work, to be killed. */
export interface RunningProgram {
  readonly child: ChildProcess
  /** What it told. */
  readonly told: string
  readonly ended: Promise<unknown>
}

/** Starts one of the programs here with what it is told as JSON. @throws when it ends before it is at work */
export async function startProgram(program: Program, order: object): Promise<RunningProgram> {
  const child = spawn(process.execPath, [await bundled(program), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const told = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    ended.then(([code, signal]) => Promise.reject(new Error(`${program}: ${code ?? signal} ${said}`))),
  ])
  return { child, told, ended }
}

/** All of our code in one file: it stands in a quarter of the time that reading the sources takes. */
function bundled(program: Program): Promise<string> {
  const known = made.get(program)
  if (known !== undefined) return known
  const making = bundle(program)
  made.set(program, making)
  return making
}

async function bundle(program: Program): Promise<string> {
  const main = await bundleProgram(join(root, 'faults', `${program}.ts`))
  const hash = createHash('sha256').update(main).digest('hex').slice(0, 16)
  const path = join(KEPT, `${program}-${hash}.mjs`)
  mkdirSync(KEPT, { recursive: true })
  for (const sources of ['packages/server/src', 'packages/terminal/src'])
    copyScriptsBeside(join(root, sources), KEPT)
  // another run may write the same file: each is whole
  const aside = `${path}.${process.pid}`
  writeFileSync(aside, main)
  renameSync(aside, path)
  return path
}
