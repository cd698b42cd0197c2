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
  if (missing === peer) return `peer ${peer}: not installed, not run`
  if (missing !== undefined) return `peer ${peer}: ${missing} not installed, not run`
  const isThere = pythonCheck === '' || spawnSync(PYTHON, ['-c', pythonCheck]).status === 0
  return isThere ? null : `peer ${peer}: not installed, not run`
}

function isInstalled(program: string): boolean {
  return spawnSync('which', [program], { env: { PATH: PATH_WITH_SERVERS } }).status === 0
}

/** Says on the terminal what was left out; a silent gap would look like a pass. */
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

/** Two pseudo terminals joined like the ends of a serial cable. */
export class SerialCable implements AsyncDisposable {
  readonly ends: readonly [string, string]
  readonly #process: ChildProcess

  private constructor(child: ChildProcess, ends: readonly [string, string]) {
    this.#process = child
    this.ends = ends
  }

  static async lay(): Promise<SerialCable> {
    const child = spawn('socat', ['-d', '-d', 'pty,raw,echo=0', 'pty,raw,echo=0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ends: string[] = []
    for await (const line of createInterface({ input: child.stderr })) {
      const end = /PTY is (\S+)/.exec(line)?.[1]
      if (end) ends.push(end)
      if (/starting data transfer/.test(line)) break
    }
    const [first, second] = ends
    if (first === undefined || second === undefined) throw new Error('socat made no pair')
    return new SerialCable(child, [first, second])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await ended(this.#process)
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
