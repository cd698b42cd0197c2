import { openAlarms } from '@coldkeep/server/alarms/alarms'
import { upsertLateDays } from '@coldkeep/server/analysis/due-day-queries'
import { connect } from '@coldkeep/server/db/connect'
import { embeddedBroker } from '@coldkeep/server/ingest/embedded-broker'
import { startIngest } from '@coldkeep/server/ingest/start-ingest'
import { createMetrics } from '@coldkeep/server/tasks/metrics'
import { selectCredential } from '@coldkeep/server/terminals/credential-queries'
import { pino } from 'pino'
import { FastTime, type Pace } from './fast-time'

/** What the program is given. */
export interface ServerOrder {
  /** With its schema and fleet. */
  readonly database: { readonly folder: string } | { readonly databaseUrl: string }
  readonly port: number
  readonly pace: Pace
}

// Database, broker and ingest as a server has them, in a process of their own; reports its port.
const order = JSON.parse(process.argv[2] ?? '') as ServerOrder
const log = pino({ level: 'error' }, pino.destination(2))
const clock = new FastTime(order.pace)
const database = await connect({
  ...order.database,
  onBroken(error) {
    log.error({ err: error }, 'the database can serve no more')
    process.exit(1)
  },
})
const source = embeddedBroker({
  host: '127.0.0.1',
  port: order.port,
  findCredential: (terminal) => selectCredential(database.kysely, terminal),
  clock,
  log,
})
await startIngest({
  database,
  source,
  alarms: openAlarms(),
  markLateDays: upsertLateDays,
  clock,
  log,
  metrics: createMetrics(false).ingest,
})
process.stdout.write(`${source.port()}\n`)
