import { epochMs } from '@coldkeep/domain/time/instant'
import { openAlarms } from '../alarms/alarms'
import { connect } from '../db/connect'
import { createMetrics } from '../http/metrics'
import { embeddedBroker } from '../ingest/embedded-broker'
import { selectCredential } from '../ingest/queries'
import { startIngest } from '../ingest/start-ingest'
import { silent } from './ingest-rig'

// A server that takes readings into a database that has a fleet, to be killed: a test starts it with the database's
// folder, and is told its port.
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('the folder of the database is missing')

const clock = { now: () => epochMs(Date.now()) }
const database = await connect({ folder, onBroken: () => process.exit(1) })
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
