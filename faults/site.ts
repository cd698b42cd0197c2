import type { TerminalId } from '@coldkeep/domain/ids'
import type { Clock } from '@coldkeep/domain/time/instant'
import { openAlarms } from '@coldkeep/server/alarms/alarms'
import { upsertLateDays } from '@coldkeep/server/analysis/due-day-queries'
import type { Database } from '@coldkeep/server/db/connect'
import { embeddedBroker } from '@coldkeep/server/ingest/embedded-broker'
import { type Ingest, startIngest } from '@coldkeep/server/ingest/start-ingest'
import type { MessageSource } from '@coldkeep/server/messages/message-source'
import { createMetrics } from '@coldkeep/server/tasks/metrics'
import { selectCredential } from '@coldkeep/server/terminals/credential-queries'
import { pino } from 'pino'
import type { Tally } from './fault'
import { insertBoxes, type PlacedBox, READINGS_PER_POLL } from './fleet'
import { valuesOf } from './values'

const log = pino({ level: 'silent' })

/** The server's end in this process: broker, ingest and database. */
export interface Site extends AsyncDisposable {
  readonly database: Database
  readonly boxes: readonly PlacedBox[]
  readonly port: number
  /** Writes what waits to be written in passing. */
  flush(): Promise<void>
}

/** @param between what is between broker and ingest */
export async function startSite(
  database: Database,
  clock: Clock,
  boxes: number,
  between: (source: MessageSource) => MessageSource = (source) => source,
): Promise<Site> {
  const placed = await insertBoxes(database.kysely, boxes)
  const broker = embeddedBroker({
    host: '127.0.0.1',
    port: 0,
    findCredential: (terminal) => selectCredential(database.kysely, terminal),
    clock,
    log,
  })
  const ingest = await ingestOf(database, between(broker), clock)
  return {
    database,
    boxes: placed,
    // 0 where another broker is in between
    port: broker.port(),
    flush: () => ingest.flush(),
    async [Symbol.asyncDispose]() {
      await ingest.close()
    },
  }
}

function ingestOf(database: Database, source: MessageSource, clock: Clock): Promise<Ingest> {
  const metrics = createMetrics(false).ingest
  const alarms = openAlarms()
  return startIngest({ database, source, alarms, markLateDays: upsertLateDays, clock, log, metrics })
}

/** What the server has of a terminal. */
export async function storedOf(database: Database, terminal: TerminalId): Promise<Omit<Tally, 'made'>> {
  const scans = await database.kysely
    .selectFrom('scan')
    .innerJoin('device', (join) =>
      join.onRef('device.storeId', '=', 'scan.storeId').onRef('device.deviceId', '=', 'scan.deviceId'),
    )
    .select('scan.values')
    .where('device.terminalId', '=', terminal)
    .execute()
  const quarantined = await database.kysely
    .selectFrom('quarantine')
    .select('body')
    .where('terminalId', '=', terminal)
    .execute()
  const state = await database.kysely
    .selectFrom('terminalState')
    .select('conflicts')
    .where('terminalId', '=', terminal)
    .executeTakeFirst()
  return {
    stored: scans.flatMap(({ values }) => [...values].filter((value) => !Number.isNaN(value))),
    setAside: quarantined.flatMap(({ body }) => valuesOf(body)),
    secondValues: READINGS_PER_POLL * (state?.conflicts ?? 0),
  }
}
