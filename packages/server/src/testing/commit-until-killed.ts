import { sql } from 'kysely'
import { connect } from '../db/connect'

// Tells what it finds, then commits one row after the other and tells each id once its commit is acknowledged.
// Its end is to be killed.
const [, , folder = ''] = process.argv
const { kysely } = await connect({ folder })
const { rows } = await sql<{ rows: number; last: number; committed: number }>`
  select count(*) as rows, coalesce(max(id), 0) as last, (select committed from survivor_count) from survivor`.execute(
  kysely,
)
process.stdout.write(`${JSON.stringify(rows[0])}\n`)
for (let id = (rows[0]?.last ?? 0) + 1; ; id++) {
  await kysely.transaction().execute(async (trx) => {
    await sql`insert into survivor (id) values (${id})`.execute(trx)
    await sql`update survivor_count set committed = ${id}`.execute(trx)
  })
  process.stdout.write(`${id}\n`)
}
