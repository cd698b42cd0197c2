import { setTimeout as delay } from 'node:timers/promises'
import { connect, type Db } from '@coldkeep/server/db/connect'
import { sql } from 'kysely'
import { drained, polled, startBox } from './box'
import { CleanUps } from './clean-ups'
import { FastTime } from './fast-time'
import { type Extent, fastPace, luckFrom, type Means, type Tally, until } from './fault'
import { startSite, storedOf } from './site'

const LONGEST_WAY_MS = 200

/** All connections to the database are cut again and again; then whatever writes readings gets the error of a full disk. */
export async function databaseFails(
  { boxes: count, periodSeconds, times }: Extent,
  { databaseUrl }: Means,
): Promise<Tally[]> {
  if (databaseUrl === null) throw new Error('there is no PostgreSQL')
  await using cleanUps = new CleanUps()
  const pace = fastPace()
  const database = await connect({ databaseUrl, connections: 5 })
  cleanUps.add(() => database.close())
  const site = cleanUps.use(await startSite(database, new FastTime(pace), count))
  const operator = await connect({ databaseUrl, connections: 1 })
  cleanUps.add(() => operator.close())
  const boxes = await Promise.all(
    site.boxes.map(async (placed) =>
      cleanUps.use(
        await startBox(placed, { brokerPort: site.port, periodSeconds, time: new FastTime(pace) }),
      ),
    ),
  )
  await until(() => boxes.every(({ terminal }) => terminal.isConnected), 'boxes connected')
  const luck = luckFrom(20_261_124)
  for (let time = 0; time < times; time++) {
    await polled(boxes, 1)
    await delay(LONGEST_WAY_MS * luck())
    await cutConnections(operator.kysely)
  }
  await fillDisk(operator.kysely)
  await polled(boxes, 4)
  await sql`drop trigger full_disk on scan`.execute(operator.kysely)
  await drained(boxes, new FastTime(pace))
  return Promise.all(
    site.boxes.map(async ({ terminalId }, index) => ({
      made: boxes[index]?.controller.answered ?? [],
      ...(await storedOf(database, terminalId)),
    })),
  )
}

async function cutConnections(db: Db): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
}

/** A file system of its own would have to be mounted; what the database says then is the same. */
async function fillDisk(db: Db): Promise<void> {
  await sql`create function full_disk() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
    end $$`.execute(db)
  await sql`create trigger full_disk before insert on scan for each row execute function full_disk()`.execute(
    db,
  )
}
