import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { releaseFolder } from '../update/releases'
import { readUpdate, SWITCH_STATUS, type UpdateState } from '../update/update-file'

/** What a program does that stands in for the terminal program. */
export interface Behaviour {
  /** Said at its start, one after the other. */
  readonly says?: readonly ('well' | 'connected')[]
  /** It ends at once with this status, so many times. */
  readonly ends?: readonly [status: number, times: number]
  /** Whether it signs in with `--dial`. */
  readonly dials?: boolean
  /** It does not end when asked to. */
  readonly isDeaf?: boolean
  /** It wants this version, unless that was tried. */
  readonly wants?: string
}

export const GOOD: Behaviour = { says: ['connected', 'well'] }

/**
 * A data folder and a package with small programs in place of the real one. They write down what they live through, say
 * `connected` when they get `SIGUSR2`, and end when their supervisor does.
 */
export class ProgramFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'coldkeep-supervise-'))
  readonly data = join(this.path, 'data')
  readonly packaged = { path: join(this.path, 'package', 'main.js'), version: '0.1.0' }
  readonly #log = join(this.path, 'runs.txt')

  constructor(packaged: Behaviour) {
    mkdirSync(this.data)
    this.#put(this.packaged.path, this.packaged.version, packaged)
  }

  addRelease(version: string, behaviour: Behaviour): void {
    this.#put(join(releaseFolder(this.data, version), 'main.js'), version, behaviour)
  }

  /** `version event`, in the order in which it happened. */
  get runs(): string[] {
    return this.#lines().map(({ version, event }) => `${version} ${event}`)
  }

  /** Process of the program that was started last. */
  get pid(): number {
    return this.#lines().findLast(({ event }) => event === 'started')?.pid ?? 0
  }

  get update(): UpdateState | null {
    return readUpdate(this.data)
  }

  /** What the link names, be it there or not. */
  get link(): string | null {
    return readdirSync(this.data).includes('current') ? readlinkSync(join(this.data, 'current')) : null
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true })
  }

  #lines(): { version: string; event: string; pid: number }[] {
    if (!existsSync(this.#log)) return []
    return readFileSync(this.#log, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  }

  #put(path: string, version: string, behaviour: Behaviour): void {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(join(dirname(path), 'package.json'), '{"type":"module"}')
    const values = { version, behaviour, log: this.#log, data: this.data, switchStatus: SWITCH_STATUS }
    writeFileSync(path, `const values = ${JSON.stringify(values)}\n${SCRIPT}`)
  }
}

const SCRIPT = `
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
const { version, log, data, switchStatus } = values
const { says = [], ends = [0, 0], dials = false, isDeaf = false, wants } = values.behaviour
const note = (event) => appendFileSync(log, JSON.stringify({ version, event, pid: process.pid }) + '\\n')
if (process.argv.includes('--dial')) {
  note(dials ? 'dialled' : 'did not get through')
  process.exit(dials ? 0 : 1)
}
note('started')
process.on('SIGTERM', () => {
  if (isDeaf) return note('deaf')
  note('stopped')
  process.exit(0)
})
process.on('SIGUSR2', () => process.send({ kind: 'connected' }))
process.on('disconnect', () => process.exit(0))
process.on('message', ({ kind }) => note(kind))
const starts = readFileSync(log, 'utf8').split('\\n').filter((line) => {
  return line.includes('"started"') && line.includes('"' + version + '"')
}).length
if (starts <= ends[1]) process.exit(ends[0])
const file = data + '/update.json'
if (wants && !existsSync(file)) {
  writeFileSync(file, JSON.stringify({
    v: 1, id: 'command', step: 'switch', from: { version, folder: null }, to: wants,
    starts: 0, deaths: 0, runsSince: null, packaged: null,
  }))
  process.exit(switchStatus)
}
process.send({ kind: 'a word of later versions' })
for (const kind of says) process.send({ kind })
`
