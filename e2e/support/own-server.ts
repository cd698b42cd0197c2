import { epochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '@coldkeep/server/db/connect'
import { type RunningServer, startServer } from '@coldkeep/server/start-server'
import { pino } from 'pino'

export interface ServerPlace {
  readonly dataFolder: string
  readonly httpPort: number
  readonly mqttPort: number
}

/** The real server in this process, with its own folder and ports, and nothing of the optional services. */
export function startOwnServer(
  { dataFolder, httpPort, mqttPort }: ServerPlace,
  prepare: (db: Db) => Promise<void>,
): Promise<RunningServer> {
  return startServer(
    {
      port: httpPort,
      host: '127.0.0.1',
      tls: null,
      dataFolder,
      adminPassword: null,
      databaseUrl: null,
      mqttPort,
      mqttUrl: null,
      publicMqttUrls: [],
      mqttCaFile: null,
      keepsBrokerUsers: false,
      mail: null,
      publicUrl: null,
      provider: null,
      proxies: [],
      webhookHosts: new Set(),
      line: null,
      metricsToken: null,
      smsFile: null,
    },
    {
      clock: { now: () => epochMs(Date.now()) },
      log: pino({ level: 'silent' }),
      tell: () => {},
      prepare,
      onBroken: (error) => {
        throw error
      },
    },
  )
}
