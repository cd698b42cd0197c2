import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  await run(`alter table download rename column wanted to input`)
  await run(`alter table job rename column wanted to input`)
  await run(`alter table terminal_hour rename column told to reported`)

  // News that an approval is requested. The keys of its rows stay: they only have to be unique. Each statement finds its
  // rows by an index, since the table may be large.
  await run(`update notice set about = 'requested'
    where subject_name is not null and subject_kind = 'write' and about = 'wanted'`)
  await run(`update notice set about = 'requested'
    where store_id = 0 and subject_kind = 'model' and about = 'wanted'`)
}
