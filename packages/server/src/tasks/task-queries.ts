import type { TaskId } from '@coldkeep/domain/ids'
import { type EpochMs, later } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'
import type { Task, TaskKind } from './task'

interface TaskRow {
  readonly taskId: TaskId
  readonly kind: TaskKind
  readonly key: string
  readonly done: number
  readonly total: number
  readonly position: unknown
}

/** @returns the task of that key, which may have been there before */
export async function insertTask(
  db: Db,
  task: { readonly kind: TaskKind; readonly key: string; readonly total: number },
  now: EpochMs,
): Promise<TaskId> {
  const { rows } = await sql<{ taskId: TaskId }>`
    insert into task (kind, key, total, created_at)
    values (${task.kind}, ${task.key}, ${task.total}, ${sqlInstant(now)})
    on conflict (key) do update set
      state = case when task.state = 'failed' then 'waiting' else task.state end
    returning task_id`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`task ${task.key} was not written`)
  return row.taskId
}

/** The next task of these kinds that is not being worked on, now leased; null when there is none. */
export async function claimTask(
  db: Db,
  kinds: readonly TaskKind[],
  now: EpochMs,
  leaseMs: number,
): Promise<Task | null> {
  const { rows } = await sql<TaskRow>`
    update task set state = 'running', lease_until = ${sqlInstant(later(now, leaseMs))},
      started_at = coalesce(started_at, ${sqlInstant(now)}), message = null
    where task_id = (
      select task_id from task
      where kind = any(${kinds}::text[])
        and (state = 'waiting' or (state = 'running' and lease_until < ${sqlInstant(now)}))
      order by task_id limit 1 for update skip locked)
    returning task_id, kind, key, done, total, position`.execute(db)
  const [row] = rows
  return row
    ? {
        id: row.taskId,
        kind: row.kind,
        key: row.key,
        done: row.done,
        total: row.total,
        position: row.position,
      }
    : null
}

/** Records how far a task is and renews its lease. */
export async function updateTask(
  db: Db,
  id: TaskId,
  progress: { readonly done: number; readonly total: number; readonly position: unknown },
  leaseUntil: EpochMs,
): Promise<void> {
  await sql`
    update task set done = ${progress.done}, total = ${progress.total},
      position = coalesce(${progress.position === undefined ? null : JSON.stringify(progress.position)}::jsonb, position),
      lease_until = ${sqlInstant(leaseUntil)}
    where task_id = ${id}`.execute(db)
}

export async function endTask(
  db: Db,
  id: TaskId,
  end: { readonly state: 'done' | 'failed'; readonly message: string | null },
  now: EpochMs,
): Promise<void> {
  await sql`
    update task set state = ${end.state}, message = ${end.message}, ended_at = ${sqlInstant(now)},
      lease_until = null, done = case when ${end.state} = 'done' then total else done end
    where task_id = ${id}`.execute(db)
}

/** Lets a task go, to be resumed from its position. */
export async function releaseTask(db: Db, id: TaskId): Promise<void> {
  await sql`update task set state = 'waiting', lease_until = null where task_id = ${id}`.execute(db)
}

/** After a stop without warning of the only server process: nothing is being worked on. */
export async function releaseAll(db: Db): Promise<void> {
  await sql`update task set state = 'waiting', lease_until = null where state = 'running'`.execute(db)
  await sql`delete from lease`.execute(db)
}

/** Tasks that ended long ago are of no use any more. */
export async function deleteOldTasks(db: Db, before: EpochMs): Promise<void> {
  await sql`delete from task where ended_at < ${sqlInstant(before)}`.execute(db)
}

/** True when the holder has the lease now, newly or still. */
export async function takeLease(
  db: Db,
  lease: { readonly name: string; readonly holder: string; readonly forMs: number },
  now: EpochMs,
): Promise<boolean> {
  const { rows } = await sql`
    insert into lease (name, holder, until)
    values (${lease.name}, ${lease.holder}, ${sqlInstant(later(now, lease.forMs))})
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
    where lease.holder = excluded.holder or lease.until < ${sqlInstant(now)}
    returning 1 as taken`.execute(db)
  return rows.length > 0
}

export async function dropLease(db: Db, name: string, holder: string): Promise<void> {
  await sql`delete from lease where name = ${name} and holder = ${holder}`.execute(db)
}
