import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

type Server = ChildProcessByStdio<Writable, Readable, null>

interface SignIn {
  readonly account: string
  readonly password: string
}

/** What walks know of the server they visit. */
export interface WalkServer {
  readonly address: string
  /**
   * All pages of the whole company; the connection page of one region; no page at all. As `administrator` are `visitor`,
   * who keeps what an account keeps as it is, `linguist`, who chooses languages, and `owner`, who may change whatever
   * belongs to the account. `reader` is of the stores of the other region, without a page. `novice` has a password set by someone else, `coded` needs one-time codes now
   * and then.
   */
  readonly signIns: Readonly<
    Record<
      | 'administrator'
      | 'region'
      | 'outsider'
      | 'visitor'
      | 'linguist'
      | 'owner'
      | 'coded'
      | 'novice'
      | 'reader',
      SignIn
    >
  >
  /** Ids of a freezer that answers and of one that is silent for an hour of each day. */
  readonly devices: { readonly freezer: string; readonly mute: string }
}

/** A few seconds by itself; much longer where other work holds the processors. */
const START_TIMEOUT_MS = 180_000

/**
 * Starts the real server with a small fleet in a process of its own. It ends with this process, however that ends:
 * it watches its input.
 */
export function startServer(): { running: Promise<WalkServer>; stop(): Promise<void> } {
  const script = fileURLToPath(new URL('serve.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const running = firstLine(child)
  running.catch(() => child.kill('SIGKILL'))
  return { running, stop: () => stop(child) }
}

/** The server prints its address in one line of JSON, once it can be visited. */
function firstLine(child: Server): Promise<WalkServer> {
  return new Promise((resolve, reject) => {
    const alarm = setTimeout(
      () => reject(new Error(`The server for the walks did not start within ${START_TIMEOUT_MS / 1000} s.`)),
      START_TIMEOUT_MS,
    )
    child.once('exit', (code) => reject(new Error(`The server for the walks ended (${code}).`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{"address"')) return
      clearTimeout(alarm)
      resolve(JSON.parse(line) as WalkServer)
    })
  })
}

async function stop(child: Server): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.stdin.end()
  await ended
}
