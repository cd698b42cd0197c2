import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // To whom models and folders of scripts belong; null: they come with the product, and nobody edits them.
  for (const table of ['device_model', 'script_folder']) {
    await run(`alter table ${table} add column department_id bigint`)
    await run(`alter table ${table} add constraint ${table}_department
      foreign key (department_id) references department (department_id)`)
    await run(`create index ${table}_by_department on ${table} (department_id)`)
  }
  await run(`alter table device_model drop constraint device_model_brand_model_key`)
  await run(
    `create unique index device_model_name on device_model (coalesce(department_id, 0), brand, model)`,
  )
  await run(`alter table script_folder drop constraint script_folder_name_key`)
  await run(`create unique index script_folder_name on script_folder (coalesce(department_id, 0), name)`)

  // What people made belongs to the top; a model of the product is one that nobody has touched since it came.
  const top = `(select department_id from department where parent_id is null order by department_id limit 1)`
  await run(`update script_folder set department_id = ${top}`)
  await run(`update device_model m set department_id = ${top} where not exists (
    select from model_version v where v.device_model_id = m.device_model_id and v.version = 1
      and v.published_by = 'Coldkeep'
      and not exists (select from model_version later where later.device_model_id = m.device_model_id
        and later.version > 1)
      and not exists (select from poll_command c where c.device_model_id = m.device_model_id and c.revision > 1)
      and not exists (select from write_command w where w.device_model_id = m.device_model_id and w.revision > 1)
      and not exists (select from point_definition p join poll_command c using (poll_command_id)
        where c.device_model_id = m.device_model_id and p.revision > 1)
      and jsonb_array_length(v.content -> 'commands')
        = (select count(*) from poll_command c where c.device_model_id = m.device_model_id)
      and jsonb_array_length(v.content -> 'writes')
        = (select count(*) from write_command w where w.device_model_id = m.device_model_id)
      and (select coalesce(sum(jsonb_array_length(c -> 'points')), 0)
          from jsonb_array_elements(v.content -> 'commands') c)
        = (select count(*) from point_definition p join poll_command c using (poll_command_id)
          where c.device_model_id = m.device_model_id))`)
}
