import { storeColumns } from '@coldkeep/domain/organisation/store-cells'
import type { Database } from '@coldkeep/server/db/connect'
import { type TestServer, testServer } from '@coldkeep/server/testing/test-server'
import { sql } from 'kysely'
import { onEachDatabase } from './each-database'
import type { Report, Wishes } from './report'

const STORES = 5_000
const ROUNDS = 3

/** How long a table of 5,000 stores takes from the dry run to the import, compared with a plain insert of the same rows. */
export async function run(report: Report, wishes: Wishes): Promise<void> {
  await onEachDatabase(wishes, (database) => measure(report, database))
}

async function measure(report: Report, database: Database): Promise<void> {
  const server = await testServer({ database: database.kysely })
  const taken: Record<'dry run' | 'import' | 'dry run again' | 'all changed' | 'plain insert', number[]> = {
    'dry run': [],
    import: [],
    'dry run again': [],
    'all changed': [],
    'plain insert': [],
  }
  for (let round = 0; round < ROUNDS; round++) {
    const csv = tableOf(round, '')
    taken['dry run'].push(await timed(() => preview(server, csv)))
    const { plan } = await preview(server, csv)
    taken.import.push(await timed(() => importAll(server, csv, plan)))
    taken['dry run again'].push(
      await timed(async () => {
        const { unchanged } = await preview(server, csv)
        if (unchanged !== STORES) throw new Error(`${unchanged} stores are as before`)
      }),
    )
    const moved = tableOf(round, 'South')
    const next = await preview(server, moved)
    taken['all changed'].push(await timed(() => importAll(server, moved, next.plan)))
    taken['plain insert'].push(await timed(() => insertPlainly(database, server, round)))
  }
  for (const [name, seconds] of Object.entries(taken)) {
    report.add(`${name} of 5,000 stores, ${database.kind}`, 's', 'lower', seconds)
  }
  await server.close()
}

function tableOf(round: number, department: string): string {
  const rows = Array.from({ length: STORES }, (_, n) =>
    [
      `R${round}-${n}`,
      `Store ${n}`,
      department || (n % 2 === 0 ? 'North' : 'Frostline / South'),
      `Vendor ${n % 20}`,
      'TW',
      'Asia/Taipei',
      `"${n} Long Street, Taipei"`,
      '07:00',
      '23:00',
      `+886 2 ${n}`,
      String(10_000_000 + n),
      '',
      '2026-04-01',
      '',
      'opened in spring',
    ].join(','),
  )
  return [storeColumns.join(','), ...rows].join('\r\n')
}

async function preview(server: TestServer, csv: string) {
  const { status, body, text } = await server.send('POST', '/api/v2/stores/import/preview', {
    as: 'admin',
    body: { csv },
  })
  if (status !== 200 || body.fault_count > 0) throw new Error(text.slice(0, 500))
  return body
}

async function importAll(server: TestServer, csv: string, plan: string): Promise<void> {
  const body = { csv, plan, file_name: 'stores.csv' }
  const { status, text } = await server.send('POST', '/api/v2/stores/import', { as: 'admin', body })
  if (status !== 200) throw new Error(text)
}

/** The same rows, unchecked. */
async function insertPlainly({ kysely }: Database, { fleet }: TestServer, round: number): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    await sql`insert into store_code (code) select 'P' || ${round}::int || '-' || n
      from generate_series(1, ${STORES}::int) n`.execute(trx)
    await sql`insert into store (store_id, department_id, code, name, country, zone, address, phone, note)
      select store_id, ${fleet.north}, code, 'Store', 'TW', 'Asia/Taipei', 'Long Street, Taipei', '+886', 'spring'
      from store_code where starts_with(code, 'P' || ${round}::int || '-')`.execute(trx)
  })
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await act()
  return (performance.now() - before) / 1_000
}
