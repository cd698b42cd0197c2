import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { quickProgram } from '../../../../tools/bundle-program'
import { emptyTemplate } from '../testing/embedded-template'
import { connect, type Database, type EmbeddedDatabase } from './connect'

const PROGRAM = await quickProgram(
  fileURLToPath(new URL('../testing/commit-until-killed.ts', import.meta.url)),
)
const ROUNDS = 2

describe('the embedded database in a folder', { timeout: 240_000 }, () => {
  let ready: string
  let folder: string
  let database: Database
  const open = async (options: Partial<EmbeddedDatabase> = {}) => {
    database = await connect({ folder, ...options })
  }
  const one = async <Value>(expression: string) => {
    const { rows } = await sql<{ value: Value }>`select ${sql.raw(expression)} as value`.execute(
      database.kysely,
    )
    return rows[0]?.value
  }
  const run = (statement: string) => sql.raw(statement).execute(database.kysely)

  beforeAll(async () => {
    ready = mkdtempSync(join(tmpdir(), 'coldkeep-embedded-ready-'))
    const made = await connect({ folder: ready, template: await template() })
    await made.close()
  })
  afterAll(() => rmSync(ready, { recursive: true, force: true }))
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'coldkeep-embedded-'))
    cpSync(ready, folder, { recursive: true })
  })
  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('every commit is on the disk before it is acknowledged', async () => {
    await open()
    await run('create table kept (id int)')
    expect(
      await one(
        `current_setting('fsync') || current_setting('synchronous_commit') || current_setting('wal_sync_method')`,
      ),
    ).toBe('ononfsync')
    for (let id = 1; id <= 20; id++) {
      const before = database.fsyncCount() ?? 0
      await run(`insert into kept values (${id})`)
      expect((database.fsyncCount() ?? 0) - before).toBeGreaterThanOrEqual(1)
    }
  })

  test('a transaction is written to the disk once, however many statements it has, and reading writes nothing', async () => {
    await open()
    await run('create table kept (id int)')
    const before = database.fsyncCount() ?? 0
    await database.kysely.transaction().execute(async (trx) => {
      for (let id = 1; id <= 20; id++) await sql`insert into kept values (${id})`.execute(trx)
    })
    const afterCommit = database.fsyncCount() ?? 0
    expect(afterCommit - before).toBeGreaterThanOrEqual(1)
    expect(afterCommit - before).toBeLessThan(20)
    for (let i = 0; i < 20; i++) await run('select * from kept')
    expect(database.fsyncCount()).toBe(afterCommit)
  })

  test('rows are there again after closing and opening', async () => {
    await open()
    await run('create table kept as select 7 as id')
    await database.close()
    await open()
    expect(await one('(select id from kept)')).toBe(7)
  })

  test('no acknowledged row is missing after the process was killed, several times over', async () => {
    await open()
    await run('create table survivor (id int primary key)')
    await run('create table survivor_count as select 0 as committed')
    await database.close()
    let acknowledged = 0
    for (let round = 0; round <= ROUNDS; round++) {
      // The last one only tells what is there.
      const { found, last } = await commitUntilKilled(folder, round === ROUNDS ? 0 : 40 * (round + 1))
      // Whole transactions only: at most the one that was under way when the end came is there unacknowledged.
      expect([acknowledged, acknowledged + 1]).toContain(found.last)
      expect(found).toEqual({ rows: found.last, last: found.last, committed: found.last })
      acknowledged = last ?? found.last
    }
    expect(acknowledged).toBeGreaterThanOrEqual(40 * ROUNDS)
  })

  test('the log is cut short while rows are written, not only at the end', async () => {
    await open()
    await run('create table wide (id int, words text)')
    await run('alter table wide alter words set storage external')
    const checkpoint = () => one<string>('(select redo_lsn::text from pg_control_checkpoint())')
    const before = await checkpoint()
    // 77 MB of rows, so more than that of log
    for (let part = 0; part < 6; part++) {
      await run(`insert into wide select g, repeat(md5(g::text), 100) from generate_series(1, 4000) g`)
    }
    expect(await checkpoint()).not.toBe(before)
  })

  test('a second server is refused and learns who has the folder; the first goes on', async () => {
    await open()
    await expect(connect({ folder })).rejects.toThrow(`is in use by process ${process.pid}`)
    expect(await one('1')).toBe(1)
  })

  test('what a start that was cut short left behind is no database and is made again', async () => {
    rmSync(join(folder, 'database'), { recursive: true })
    mkdirSync(join(folder, 'database.new', 'pg_wal'), { recursive: true })
    writeFileSync(join(folder, 'database.new', 'PG_VERSION'), '18\n')
    await open({ template: await template() })
    expect(await one('1')).toBe(1)
    expect(readdirSync(folder).sort()).toEqual(['database', 'lock'])
  })

  test('a database that gives up reports it once, and refuses what is under way and what comes', async () => {
    const reported: string[] = []
    await open({ onBroken: (error) => reported.push(error.message) })
    await run('create table kept (id int)')
    rmSync(join(folder, 'database', 'pg_wal'), { recursive: true })
    await run('select pg_switch_wal()')
    await expect(run('insert into kept values (1)')).rejects.toThrow(/broke down: .*pg_wal.*No such file/)
    await expect(run('select 1')).rejects.toThrow('broke down')
    expect(reported).toHaveLength(1)
  })

  test('closing gives the folder free', async () => {
    await open()
    await database.close()
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  })
})

async function template(): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(readFileSync(await emptyTemplate()))
}

interface Found {
  readonly rows: number
  readonly last: number
  readonly committed: number
}

/** Kills the program once it has told so many commits. @returns what it found, and the last id it told */
async function commitUntilKilled(
  folder: string,
  commits: number,
): Promise<{ readonly found: Found; readonly last: number | null }> {
  const child = spawn(process.execPath, [PROGRAM, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (lines.length > commits) child.kill('SIGKILL')
  }
  expect((await exit)[1]).toBe('SIGKILL')
  const [found = '', ...reported] = lines
  return { found: JSON.parse(found) as Found, last: reported.length === 0 ? null : Number(reported.at(-1)) }
}
