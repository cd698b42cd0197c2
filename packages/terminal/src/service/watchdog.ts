import { spawn } from 'node:child_process'
import type { Logger } from 'pino'

const PROGRAM = '/usr/bin/systemd-notify'

/** How the service manager is to be notified, from the environment (sd_notify(3), sd_watchdog_enabled(3)). */
export interface NotifySocket {
  readonly path: string
  /** Silent for this long, the program is killed and restarted; null: never. */
  readonly patienceMs: number | null
}

export interface Watchdog {
  /** The program ends in an orderly way. */
  stop(): void
}

/**
 * Notifies systemd that the program is up, and from then on that it is alive, twice in each period that it is
 * given (`Type=notify` and `WatchdogSec=` of the unit). Node opens no datagram sockets of this kind, so it
 * goes by `systemd-notify`.
 */
export function startWatchdog({ path, patienceMs }: NotifySocket, log: Logger): Watchdog {
  const notify = (word: string) => {
    const child = spawn(PROGRAM, [word], { stdio: 'ignore', env: { NOTIFY_SOCKET: path } })
    child.on('error', (error) => log.warn({ reason: error.message }, 'the service manager cannot be told'))
  }
  notify('READY=1')
  const timer = patienceMs === null ? undefined : setInterval(() => notify('WATCHDOG=1'), patienceMs / 2)
  return {
    stop() {
      clearInterval(timer)
      notify('STOPPING=1')
    },
  }
}
