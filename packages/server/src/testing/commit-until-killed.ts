import { sql } from 'kysely'
import { connect } from '../db/connect'

// Commits one row after the other and tells each id once its commit is acknowledged. Its end is to be killed.
const [, , folder = ''] = process.argv
const { kysely } = await connect({ folder })
const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from survivor`.execute(
  kysely,
)
for (let id = (rows[0]?.last ?? 0) + 1; ; id++) {
  await kysely.transaction().execute(async (trx) => {
    await sql`insert into survivor (id) values (${id})`.execute(trx)
    await sql`update survivor_count set committed = ${id}`.execute(trx)
  })
  process.stdout.write(`${id}\n`)
}
