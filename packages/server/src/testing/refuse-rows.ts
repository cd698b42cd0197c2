import { sql } from 'kysely'
import type { Db } from '../db/connect'

/**
 * Has the database refuse to write or delete the rows of a table for which a condition holds, as it refuses values that
 * it cannot take.
 * @param condition over `r`, the row
 * @returns ends it
 */
export async function refuseRows(db: Db, table: string, condition: string): Promise<() => Promise<void>> {
  await sql`
    create or replace function refuse_rows() returns trigger language plpgsql as ${sql.lit(`
    declare r record;
    begin
      if tg_op = 'DELETE' then r := old; else r := new; end if;
      if ${condition} then raise exception 'refused for the test' using errcode = '22003'; end if;
      return r;
    end`)}`.execute(db)
  await sql`create trigger refused before insert or update or delete on ${sql.table(table)}
    for each row execute function refuse_rows()`.execute(db)
  return async () => {
    await sql`drop trigger refused on ${sql.table(table)}`.execute(db)
  }
}
