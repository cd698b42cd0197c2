import { spawn } from 'node:child_process'
import type { Logger } from 'pino'

const PROGRAM = '/usr/bin/systemd-notify'
const ALIVE = 'WATCHDOG=1'

/** How the service manager is to be notified, from the environment (sd_notify(3), sd_watchdog_enabled(3)). */
export interface NotifySocket {
  readonly path: string
  /** Silent for this long, the program is killed and restarted; null: never. */
  readonly patienceMs: number | null
}

export interface Watchdog {
  /** @param isServiceEnding false where another program is started right after this one */
  stop(isServiceEnding: boolean): void
}

/**
 * Notifies systemd that the program is up, and from then on that it is alive, twice in each period that it is
 * given (`Type=notify` and `WatchdogSec=` of the unit). Node opens no datagram sockets of this kind, so it
 * goes by `systemd-notify`.
 */
export function startWatchdog({ path, patienceMs }: NotifySocket, log: Logger): Watchdog {
  const notify = (...words: string[]) =>
    notifySystemd(path, words, ({ message: reason }) =>
      log.warn({ reason }, 'the service manager cannot be told'),
    )
  // the program before may have been silent for a while
  notify('READY=1', ALIVE)
  const timer = patienceMs === null ? undefined : setInterval(() => notify(ALIVE), patienceMs / 2)
  return {
    stop(isServiceEnding) {
      clearInterval(timer)
      // systemd would kill what is started after this word
      notify(isServiceEnding ? 'STOPPING=1' : ALIVE)
    },
  }
}

export function notifySystemd(path: string, words: readonly string[], failed: (error: Error) => void): void {
  const child = spawn(PROGRAM, words, { stdio: 'ignore', env: { NOTIFY_SOCKET: path } })
  child.on('error', failed)
}
