import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // Which stores come first is read from these instead of from every store and day: id and two figures of each store,
  // see analysis/area-days.ts. Figures do not compress, so nothing is spent on trying.
  const ranked = async (analysis: string, storeDays: string, first: string, second: string) => {
    await run(`alter table ${analysis}_area_day add column ranks bytea not null default ''`)
    await run(`alter table ${analysis}_area_day alter column ranks set storage external`)
    await run(`update ${analysis}_area_day a set ranks = r.ranks from (
      select s.department_id, s.zone, d."on",
        string_agg(int4send(d.store_id) || float4send((${first})::real) || float4send((${second})::real), ''::bytea)
          as ranks
      from store s join ${storeDays} d on d.store_id = s.store_id group by s.department_id, s.zone, d."on"
    ) r where r.department_id = a.department_id and r.zone = a.zone and r."on" = a."on"`)
  }
  await ranked('connection', 'connection_store_day', 'ok', 'ok + device_lost + host_lost')
  await ranked('temperature', 'temperature_store_day', 'breach', 'watch + no_data')
  await ranked(
    'operation',
    'operation_store_day',
    'cooling + pulldown',
    'cooling + pulldown + defrost + door + standby + off',
  )
  await ranked('energy', 'energy_day', 'coalesce(maximum_kw, -1)', 'coalesce(contracted_kw, 0)')

  // Figures of a department ask which stores it has and what time they live in, and nothing else of them.
  await run('drop index store_by_department')
  await run('create index store_by_department on store (department_id) include (store_id, zone)')
}
