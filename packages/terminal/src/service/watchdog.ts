import { spawn } from 'node:child_process'
import type { Logger } from 'pino'

/** What the service manager wants to be told, as it says in the environment (sd_notify(3), sd_watchdog_enabled(3)). */
export interface ServiceManager {
  readonly socketPath: string
  /** Silent for so long, the program is killed and started anew; null: never. */
  readonly patienceMs: number | null
}

export interface Watchdog {
  /** The program ends by itself now. */
  stop(): void
}

/**
 * Tells systemd that the program is up, and from then on that it lives, twice in each time that it is given
 * (`Type=notify` and `WatchdogSec=` of the unit). Node opens no datagram sockets of this kind, so the word goes by
 * `systemd-notify`.
 */
export function startWatchdog({ socketPath, patienceMs }: ServiceManager, log: Logger): Watchdog {
  const tell = (word: string) => {
    const child = spawn('systemd-notify', [word], {
      stdio: 'ignore',
      env: { PATH: process.env.PATH, NOTIFY_SOCKET: socketPath },
    })
    child.on('error', (error) => log.warn({ reason: error.message }, 'the service manager cannot be told'))
  }
  tell('READY=1')
  const timer = patienceMs === null ? undefined : setInterval(() => tell('WATCHDOG=1'), patienceMs / 2)
  return {
    stop() {
      clearInterval(timer)
      tell('STOPPING=1')
    },
  }
}
