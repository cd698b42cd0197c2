import { join } from 'node:path'
import { epochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '@coldkeep/server/db/connect'
import { startServer } from '@coldkeep/server/start-server'
import { bareSettings } from '@coldkeep/server/testing/bare-settings'
import { sql } from 'kysely'
import { pino } from 'pino'
import { insertPolledFleet, SECRET, STORES } from './polled-fleet'

// The real server of a polled fleet whose air raises an alarm at once above 0 °C. Started with its folder, the port of its
// broker, the number of stores, the address of a PostgreSQL where that is its database and the file of a root key of
// releases, each empty where there is none; prints its address in one line and ends with its input.
const [folder = '', mqttPort = '', stores = '', databaseUrl = '', releaseRoot = ''] = process.argv.slice(2)

async function prepare(db: Db): Promise<void> {
  // it was killed and starts again
  if ((await db.selectFrom('store').select('storeId').limit(1).executeTakeFirst()) !== undefined) return
  await insertPolledFleet(db, Number(stores || STORES))
  await sql`insert into alarm_rule (store_id, point_id, device_id, low_limit, low_delay_minutes, high_limit,
      high_delay_minutes, lost_delay_minutes)
    select store_id, point_id, device_id, 0, -1, 0, 0, -1 from point where kind = 'air_temperature'`.execute(
    db,
  )
}

const server = await startServer(
  bareSettings(join(folder, 'data'), {
    adminPassword: SECRET,
    databaseUrl: databaseUrl || null,
    mqttPort: Number(mqttPort),
    releaseRootFile: releaseRoot || null,
  }),
  {
    clock: { now: () => epochMs(Date.now()) },
    log: pino({ level: 'error' }, pino.destination(2)),
    report: () => {},
    onBroken: (error) => {
      throw error
    },
    prepare,
  },
)
process.stdout.write(`${server.address}\n`)
process.stdin.resume().once('end', async () => {
  await server.close()
  process.exit(0)
})
