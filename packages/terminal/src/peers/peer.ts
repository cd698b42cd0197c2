import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Debian's own interpreter: its packages bring the peers, other interpreters on the machine do not see them. */
const PYTHON = '/usr/bin/python3'
/** Servers lie where ordinary users do not look. */
const PATH_WITH_SERVERS = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Why a peer cannot run on this machine; null when it can. */
export function whyNotRun(peer: string, programs: readonly string[], pythonCheck = ''): string | null {
  const missing = programs.find((program) => !isInstalled(program))
  if (missing !== undefined) return `${missing} is not installed (npm run peers)`
  const isThere = pythonCheck === '' || spawnSync(PYTHON, ['-c', pythonCheck]).status === 0
  return isThere ? null : `${peer} is not installed (npm run peers)`
}

function isInstalled(program: string): boolean {
  return spawnSync('which', [program], { env: { PATH: PATH_WITH_SERVERS } }).status === 0
}

/** Prints the reason for which a peer is used. */
export function announce(reason: string): void {
  process.stdout.write(`${reason}\n`)
}

/** A program by others that the tests talk to. */
export class Peer implements AsyncDisposable {
  readonly port: number
  readonly #process: ChildProcess

  private constructor(child: ChildProcess, port: number) {
    this.#process = child
    this.port = port
  }

  static async python(script: string, args: readonly string[], input: object): Promise<Peer> {
    const path = fileURLToPath(new URL(script, import.meta.url))
    const child = spawn(PYTHON, [path, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
    let complaints = ''
    child.stderr.on('data', (chunk) => {
      complaints += chunk
    })
    child.stdin.write(`${JSON.stringify(input)}\n`)
    for await (const line of createInterface({ input: child.stdout })) {
      const ready = /^ready (\d+)$/.exec(line)
      if (ready) return new Peer(child, Number(ready[1]))
    }
    throw new Error(`${script} ended before it was ready: ${complaints}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await ended(this.#process)
  }
}

/** Mosquitto with one account for a terminal, bound to its own topics, and one for the server. */
export class Mosquitto implements AsyncDisposable {
  readonly port: number
  readonly #process: ChildProcess
  readonly #folder: string

  private constructor(child: ChildProcess, port: number, folder: string) {
    this.#process = child
    this.port = port
    this.#folder = folder
  }

  static async start(accounts: Readonly<Record<string, string>>): Promise<Mosquitto> {
    const folder = await mkdtemp(join(tmpdir(), 'coldkeep-mosquitto-'))
    const port = await freePort()
    const file = (name: string) => join(folder, name)
    const passwords = Object.entries(accounts).map(([user, secret]) => `${user}:${secret}\n`)
    await writeFile(file('passwords'), passwords.join(''))
    spawnSync('mosquitto_passwd', ['-U', file('passwords')])
    const rights = [
      'user server',
      'topic readwrite rf/#',
      'pattern write rf/1/t/%u/up/#',
      'pattern read rf/1/t/%u/dn/#',
      'pattern read rf/1/all/notice',
    ]
    await writeFile(file('rights'), `${rights.join('\n')}\n`)
    const settings = [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous false',
      `password_file ${file('passwords')}`,
      `acl_file ${file('rights')}`,
      'use_username_as_clientid true',
      'persistence false',
      `user ${userInfo().username}`,
    ]
    await writeFile(file('settings'), `${settings.join('\n')}\n`)
    const child = spawn('mosquitto', ['-c', file('settings')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: PATH_WITH_SERVERS },
    })
    for await (const line of createInterface({ input: child.stderr })) {
      if (/running/.test(line)) break
    }
    return new Mosquitto(child, port, folder)
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await ended(this.#process)
    await rm(this.#folder, { recursive: true })
  }
}

/** What socat puts between a bus and a peer. */
class Socat implements AsyncDisposable {
  readonly #process: ChildProcess

  protected constructor(child: ChildProcess) {
    this.#process = child
  }

  /** @returns the program and the first group of each pattern, found in this order in its output */
  protected static async run(addresses: readonly string[], patterns: readonly RegExp[]) {
    const child = spawn('socat', ['-d', '-d', ...addresses], { stdio: ['ignore', 'ignore', 'pipe'] })
    const found: string[] = []
    for await (const line of createInterface({ input: child.stderr })) {
      const match = patterns[found.length]?.exec(line)?.[1]
      if (match !== undefined) found.push(match)
      if (found.length === patterns.length) break
    }
    if (found.length < patterns.length) throw new Error(`socat ${addresses.join(' ')} did not come up`)
    return { child, found }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await ended(this.#process)
  }
}

const PSEUDO_TERMINAL = 'pty,raw,echo=0'
const MADE_TERMINAL = /PTY is (\S+)/

/** Two pseudo terminals joined like the ends of a serial cable. */
export class SerialCable extends Socat {
  readonly ends: readonly [string, string]

  private constructor(child: ChildProcess, ends: readonly [string, string]) {
    super(child)
    this.ends = ends
  }

  static async open(): Promise<SerialCable> {
    const { child, found } = await Socat.run(
      [PSEUDO_TERMINAL, PSEUDO_TERMINAL],
      [MADE_TERMINAL, MADE_TERMINAL, /(starting data transfer)/],
    )
    return new SerialCable(child, [String(found[0]), String(found[1])])
  }
}

/** A TCP port whose one connection comes out on a pseudo terminal, as with a converter for a serial line. */
export class SerialConverter extends Socat {
  readonly path: string
  readonly port: number

  private constructor(child: ChildProcess, path: string, port: number) {
    super(child)
    this.path = path
    this.port = port
  }

  static async open(): Promise<SerialConverter> {
    const { child, found } = await Socat.run(
      [PSEUDO_TERMINAL, 'tcp-listen:0,bind=127.0.0.1'],
      [MADE_TERMINAL, /listening on AF=2 127\.0\.0\.1:(\d+)/],
    )
    return new SerialConverter(child, String(found[0]), Number(found[1]))
  }
}

/** A TCP port of loopback that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no address')
  return address.port
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
