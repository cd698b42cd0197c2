import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  await run(`alter table device_health add column usual_score float8`)

  // What is measured of a day has become more and other than it was, so what devices were compared with is learnt again
  // from the readings of the same days, and the scores of the last five weeks are computed again.
  await run(`insert into analysis_due (store_id, analysis, "on")
    select distinct d.store_id, 'store_day', d."on"
    from score_day d join device_health h on h.store_id = d.store_id and h.device_id = d.device_id
    where (d."on" <= coalesce(h.frozen_on, 'infinity') and d."on" >= coalesce(h.baseline_from, '-infinity'))
      or d."on" > current_date - 35
    on conflict do nothing`)
  await run(`update device_health set baseline = null, frozen_on = null, intensity = null, watch = null`)
}
