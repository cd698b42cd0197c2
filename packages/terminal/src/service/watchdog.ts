import { spawn } from 'node:child_process'
import type { Logger } from 'pino'

const PROGRAM = '/usr/bin/systemd-notify'

/** What the service manager wants to be told, as it says in the environment (sd_notify(3), sd_watchdog_enabled(3)). */
export interface NotifySocket {
  readonly path: string
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
export function startWatchdog({ path, patienceMs }: NotifySocket, log: Logger): Watchdog {
  const tell = (word: string) => {
    const child = spawn(PROGRAM, [word], { stdio: 'ignore', env: { NOTIFY_SOCKET: path } })
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
