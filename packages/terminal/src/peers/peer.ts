import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Debian's own interpreter: its packages bring the peers, other interpreters on the machine do not see them. */
const PYTHON = '/usr/bin/python3'

/** Why a peer cannot run on this machine; null when it can. */
export function whyNotRun(
  peer: string,
  pythonCheck: string,
  alsoNeeded: readonly string[] = [],
): string | null {
  const missing = alsoNeeded.find((program) => spawnSync('which', [program]).status !== 0)
  if (missing !== undefined) return `peer ${peer}: ${missing} not installed, not run`
  const isThere = spawnSync(PYTHON, ['-c', pythonCheck]).status === 0
  return isThere ? null : `peer ${peer}: not installed, not run`
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
