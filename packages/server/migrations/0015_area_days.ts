import { type Kysely, sql } from 'kysely'

const slots = 'ok, device_lost, host_lost, device_lost_seconds, host_lost_seconds'
const states = 'cooling, pulldown, defrost, door, standby, off, offline'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // Days of stores added up per department and time zone: what is shown of a whole chain is read from some rows of
  // these instead of seventy thousand. Written from the marks of area_due, see analysis/area-days.ts.
  const key = `department_id bigint not null, zone text not null, "on" date not null`
  const last = `computed_at timestamptz not null, primary key (department_id, "on", zone)`
  await run(`create table connection_area_day (${key}, ${columns(slots, 'bigint')}, ${last})`)
  await run(`create table temperature_area_day (${key}, ${columns('breach, watch, protected, no_data', 'bigint')},
    ${columns('covered_minutes, expected_minutes', 'double precision')}, ${last})`)
  await run(`create table operation_area_day (${key}, ${columns(`${states}, runs, defrosts`, 'bigint')},
    ${columns('compressor_minutes, longest_run_minutes, defrost_minutes', 'double precision')}, door_openings bigint,
    ${last})`)
  await run(`create table energy_area_day (${key},
    ${columns('judged, over, over_minutes, stores_over', 'bigint')},
    excess_kw double precision, maximum_kw double precision, contracted_kw double precision,
    highest_use double precision, ${columns('held_minutes, expected_minutes', 'double precision')}, ${last})`)
  await run(`create table area_due (analysis text not null, department_id bigint not null, "on" date not null,
    primary key (analysis, department_id, "on"))`)

  const sums = (names: string) => names.split(', ').map((name) => `sum(${name})`)
  const added = async (analysis: string, storeDays: string, names: string, values: readonly string[]) => {
    await run(`insert into ${analysis}_area_day (department_id, zone, "on", ${names}, computed_at)
      select s.department_id, s.zone, d."on", ${values.join(', ')}, max(d.computed_at)
      from store s join ${storeDays} d on d.store_id = s.store_id group by s.department_id, s.zone, d."on"`)
  }
  await added('connection', 'connection_store_day', slots, sums(slots))
  const verdicts = 'breach, watch, protected, no_data, covered_minutes, expected_minutes'
  await added('temperature', 'temperature_store_day', verdicts, sums(verdicts))
  const operation = `${states}, runs, defrosts, compressor_minutes, defrost_minutes, door_openings`
  await added('operation', 'operation_store_day', `${operation}, longest_run_minutes`, [
    ...sums(operation),
    'max(longest_run_minutes)',
  ])
  const demand = 'judged, over, over_minutes, held_minutes, expected_minutes'
  await added(
    'energy',
    'energy_day',
    `${demand}, stores_over, excess_kw, maximum_kw, contracted_kw, highest_use`,
    [
      ...sums(demand),
      'count(*) filter (where over > 0)',
      ...['excess_kw', 'maximum_kw', 'contracted_kw', 'maximum_kw / nullif(contracted_kw, 0)'].map(
        (value) => `max(${value})`,
      ),
    ],
  )
}

function columns(names: string, type: string): string {
  return names
    .split(', ')
    .map((name) => `${name} ${type} not null`)
    .join(', ')
}
