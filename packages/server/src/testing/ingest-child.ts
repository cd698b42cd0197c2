import { epochMs } from '@coldkeep/domain/time/instant'
import { openAlarms } from '../alarms/alarms'
import { connect } from '../db/connect'
import { migrateToLatest } from '../db/migrator'
import { createMetrics } from '../http/metrics'
import { embeddedBroker } from '../ingest/embedded-broker'
import { selectCredential } from '../ingest/queries'
import { startIngest } from '../ingest/start-ingest'
import { silent } from './ingest-rig'
import { insertTinyFleet } from './tiny-fleet'

// A server that takes readings into a folder, to be killed: started by a test with the folder and told its port.
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('the folder of the database is missing')

const clock = { now: () => epochMs(Date.now()) }
const database = await connect({ folder, onBroken: () => process.exit(1) })
await migrateToLatest(database.kysely)
const store = await database.kysely.selectFrom('store').select('storeId').executeTakeFirst()
if (!store) await insertTinyFleet(database.kysely, clock.now())
const source = embeddedBroker({
  host: '127.0.0.1',
  port: 0,
  findCredential: (terminal) => selectCredential(database.kysely, terminal),
  clock,
  log: silent,
})
const ingest = await startIngest({
  database,
  source,
  alarms: openAlarms(),
  clock,
  log: silent,
  metrics: createMetrics(false).ingest,
})
process.stdout.write(`${JSON.stringify({ port: source.port() })}\n`)

process.on('SIGTERM', () => {
  void ingest
    .close()
    .then(() => database.close())
    .then(() => process.exit(0))
})
