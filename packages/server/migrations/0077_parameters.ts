import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // What a value is about, how it leaves the factory, in which order values go out, and how often one may be written.
  await run(`alter table write_command
    add column "group" text not null default 'other',
    add column factory_value double precision,
    add column apply_order int not null default 0,
    add column is_volatile boolean not null default false,
    add column most_per_day int,
    add column most_per_year int`)
  for (const table of ['model_version', 'model_publication']) {
    await run(`update ${table} set content = jsonb_set(content, '{writes}', (
      select coalesce(jsonb_agg('{"group": "other", "factoryValue": null, "applyOrder": 0, "isVolatile": false,
        "mostPerDay": null, "mostPerYear": null}'::jsonb || w.value order by w.ordinality), '[]'::jsonb)
      from jsonb_array_elements(content -> 'writes') with ordinality w))`)
  }
}
