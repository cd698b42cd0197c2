import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // What a valve is open for has come into the score, so devices that report it are compared again with their first days.
  const metering = `select distinct store_id, device_id from point where kind = 'valve_opening'`
  await run(`insert into analysis_due (store_id, analysis, "on")
    select distinct d.store_id, 'store_day', d."on"
    from score_day d
      join (${metering}) m on m.store_id = d.store_id and m.device_id = d.device_id
      join device_health h on h.store_id = d.store_id and h.device_id = d.device_id
    where (d."on" <= coalesce(h.frozen_on, 'infinity') and d."on" >= coalesce(h.baseline_from, '-infinity'))
      or d."on" > current_date - 35
    on conflict do nothing`)
  await run(`update device_health h set baseline = null, frozen_on = null, intensity = null, watch = null
    from (${metering}) m where m.store_id = h.store_id and m.device_id = h.device_id`)
}
