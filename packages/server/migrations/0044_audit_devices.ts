import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // The devices that a row tells of, by which it is withheld. It is no part of what is sealed: what was done, and to
  // what, stands in the row itself.
  await run(`alter table audit add column device_ids bigint[] not null default '{}'`)

  // Of rows that were written before, as far as their device can be known; 0 is a device that nobody knows.
  await run(`alter table audit disable trigger audit_stays`)
  await run(`update audit set device_ids = case when subject ~ '^[0-9]{1,15}$' then array[subject::bigint] else '{0}' end
    where kind like 'equipment.%'`)
  await run(`update audit set device_ids = '{0}' where kind like 'write.%' or detail ? 'write'`)
  await run(`update audit set device_ids = array[(detail ->> 'device')::bigint]
    where detail ->> 'device' ~ '^[0-9]{1,15}$' and (kind like 'write.%' or kind like 'command.%')`)
  await run(`update audit set device_ids = about.device_ids from (
      select store_id, write_id, array_agg(device_id) as device_ids from write_line group by store_id, write_id) about
    where audit.kind like 'write.%' and about.store_id = audit.store_id and about.write_id = audit.detail ->> 'write'`)
  await run(`update audit set device_ids = array[write_line.device_id] from write_line
    where audit.kind like 'command.%' and write_line.store_id = audit.store_id
      and write_line.command_id = audit.detail ->> 'command'`)
  await run(`update audit set device_ids = array[alarm.device_id] from alarm
    where audit.kind like 'alarm.%' and alarm.store_id = audit.store_id and alarm.alarm_id::text = audit.subject
      and alarm.device_id is not null`)
  await run(`update audit set device_ids = '{0}' where kind like 'alarm.%' and device_ids = '{}'
    and not exists (select from alarm where alarm.store_id = audit.store_id and alarm.alarm_id::text = audit.subject)`)
  await run(`alter table audit enable trigger audit_stays`)
}
