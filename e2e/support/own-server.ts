import { epochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '@coldkeep/server/db/connect'
import { type RunningServer, startServer } from '@coldkeep/server/start-server'
import { bareSettings } from '@coldkeep/server/testing/bare-settings'
import { pino } from 'pino'

export interface ServerPlace {
  readonly dataFolder: string
  readonly httpPort: number
  readonly mqttPort: number
  /** File with the root key of releases; none: no firmware file is accepted. */
  readonly releaseRootFile?: string
}

/** The real server in this process, with its own folder and ports, and nothing of the optional services. */
export function startOwnServer(
  { dataFolder, httpPort, mqttPort, releaseRootFile }: ServerPlace,
  prepare: (db: Db) => Promise<void>,
): Promise<RunningServer> {
  const changed = { port: httpPort, mqttPort, releaseRootFile: releaseRootFile ?? null }
  return startServer(bareSettings(dataFolder, changed), {
    clock: { now: () => epochMs(Date.now()) },
    log: pino({ level: 'silent' }),
    report: () => {},
    prepare,
    onBroken: (error) => {
      throw error
    },
  })
}
