import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Clock, epochMs } from '@coldkeep/domain/time/instant'
import { connect } from '@coldkeep/server/db/connect'
import type { Settings } from '@coldkeep/server/env'
import { type RunningServer, startServer } from '@coldkeep/server/start-server'
import { bareSettings } from '@coldkeep/server/testing/bare-settings'
import { putMigratedDatabase } from '@coldkeep/server/testing/embedded-template'
import { freePort } from '@coldkeep/server/testing/free-port'
import type { TinyFleet } from '@coldkeep/server/testing/tiny-fleet'
import { pino } from 'pino'
import { LINE_SECRET } from './line-secret'
import { keepAlive, plantSmallFleet } from './small-fleet'

export interface SmallServer {
  readonly server: RunningServer
  readonly fleet: TinyFleet
  close(): Promise<void>
}

const clock: Clock = { now: () => epochMs(Date.now()) }

/**
 * The real server with the small fleet, three of whose terminals are online.
 * @param folder kept from an earlier start, it keeps its fleet
 * @param port 0: any that is free
 * @param provider sends people back, so it needs a port that is known
 */
export async function startSmallServer({
  folder,
  port,
  provider = null,
}: {
  folder: string
  port: number
  provider?: Settings['provider']
}): Promise<SmallServer> {
  const fleet = await fleetIn(folder)
  const mqttPort = await freePort()
  const server = await startServer(
    bareSettings(folder, {
      port,
      mqttPort,
      publicUrl: provider === null ? null : `http://127.0.0.1:${port}`,
      provider,
      // nothing listens there: what is sent to LINE does not arrive; walks play the part of LINE
      line: { token: 'token', secret: LINE_SECRET, url: 'http://127.0.0.1:9' },
    }),
    {
      clock,
      log: pino({ level: 'warn' }, pino.destination(2)),
      report: () => {},
      onBroken: (error) => {
        throw error
      },
    },
  )
  const leave = await keepAlive(fleet, mqttPort, clock)
  return {
    server,
    fleet,
    async close() {
      await leave()
      await server.close()
    },
  }
}

async function fleetIn(folder: string): Promise<TinyFleet> {
  const kept = join(folder, 'small-fleet.json')
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as TinyFleet
  await putMigratedDatabase(folder)
  const database = await connect({ folder })
  try {
    const fleet = await plantSmallFleet(database, clock)
    writeFileSync(kept, JSON.stringify(fleet))
    return fleet
  } finally {
    await database.close()
  }
}
