import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hours, later, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { quickProgram } from '../../../../../tools/bundle-program'
import { readStoreDays } from '../../analysis/read-store-days'
import { endOverdue } from '../../commands/command-queries'
import { connect } from '../../db/connect'
import { storeResults } from '../../dispatch/store-results'
import { applyRig } from '../../testing/apply-rig'
import { putMigratedDatabase } from '../../testing/embedded-template'
import { EPOCH, silent } from '../../testing/ingest-rig'
import type { KilledJob } from '../../testing/killed-job'
import { describeKind } from '../../testing/test-database'
import { writeServer } from '../../testing/write-server'
import { advanceApplies } from './advance-applies'

const PROGRAM = await quickProgram(fileURLToPath(new URL('../../testing/begin-jobs.ts', import.meta.url)))
/** Beside the first one. */
const STORES = 60

describeKind('a server killed', 'embedded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-killed-apply-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('in the middle of an apply leaves each device old or new, and known as such', async () => {
    await putMigratedDatabase(folder)
    const database = await connect({ folder })
    const rig = await writeServer(database.kysely)
    const { server } = rig
    const applies = applyRig(rig)
    const { alder, birch } = server.fleet.stores
    await applies.reset(new Map([[alder, -22]]))
    await multiply()
    const trial = { trial: String(alder.freezer.deviceId), waves: [] }
    const id = await applies.apply(await applies.profile({ set: -20 }), trial)
    // more than ten at once take a second person
    const decision = { as: 'second', body: { id, approves: true } }
    await server.send('POST', '/api/v2/tc/apply/decision', decision)
    await applies.round()
    await applies.confirm(alder, -22)
    await applies.round()
    server.clock.advance(hours(30) + minutes(20))
    await applies.round()
    await server.send('PATCH', '/api/v2/tc/apply', { as: 'admin', body: { id, act: 'resume' } })
    await database.close()

    const half = Math.floor(STORES / 2)
    const startMs = server.clock.now()
    const killed = run({ startMs, death: { step: 'while its row is replaced', target: half } })
    expect(killed.signal, killed.stderr).toBe('SIGKILL')
    // a claim of a process that has died holds for ten seconds
    const second = run({ startMs: startMs + minutes(1), death: null })
    expect([second.status, second.signal], second.stderr).toEqual([0, null])

    const again = await connect({ folder })
    const db = again.kysely
    const open = await db
      .selectFrom('command')
      .select(['storeId', 'terminalId', 'commandId'])
      .where('op', '=', 'write')
      .where('state', '=', 'queued')
      .orderBy('storeId')
      .execute()
    // each of them once, whatever was begun when the process died
    expect(open).toHaveLength(STORES)
    expect(new Set(open.map(({ storeId }) => storeId)).size).toBe(STORES)

    const at = later(startMs, minutes(2))
    const value = (read: number) => ({ value: read, quality: 0, at })
    const out = { request: '', packet: '', writtenAt: at, before: value(-22), after: value(-20) }
    const done = open.slice(0, half).map(({ storeId, terminalId, commandId }) => ({
      ...{ storeId, terminal: terminalId, at, receivedAt: at },
      result: { v: 1, e: EPOCH, s: 1, id: commandId, at, st: 'done', out },
    }))
    await db
      .updateTable('command')
      .set({ state: 'sent' })
      .where('op', '=', 'write')
      .where('state', '=', 'queued')
      .execute()
    await db.transaction().execute((trx) => storeResults(trx, done as never))
    const states = async () => {
      const rows = await db
        .selectFrom('parameterApplyDevice')
        .select(['state', sql<number>`count(*)::int`.as('count')])
        .groupBy('state')
        .orderBy('state')
        .execute()
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
    }
    expect(await states()).toEqual({ done: half + 1, writing: STORES - half })
    // the other stores stay away
    const late = later(startMs, hours(5))
    await db.transaction().execute((trx) => endOverdue(trx, late))
    await advanceApplies({ db, log: silent, readDays: readStoreDays, shouldStop: () => false }, late)
    expect(await states()).toEqual({ done: half + 1, missed: STORES - half })
    await again.close()

    function run(order: Omit<KilledJob, 'database'>) {
      const options = JSON.stringify({ database: { folder }, ...order } satisfies KilledJob)
      return spawnSync(process.execPath, [PROGRAM, options], { encoding: 'utf8', maxBuffer: 1e8 })
    }

    /** Stores like the first one. */
    async function multiply(): Promise<void> {
      const first = { storeId: alder.storeId, terminalId: alder.terminalId, deviceId: alder.freezer.deviceId }
      const ids = Array.from({ length: STORES - 1 }, (_, index) => index + 1)
      const columns = async (table: string, but: readonly string[]) => {
        const { rows } = await sql<{
          name: string
        }>`select column_name as name from information_schema.columns
          where table_name = ${table} and column_name <> all(${but}::text[])
            and is_generated = 'NEVER'`.execute(server.db)
        return rows.map(({ name }) => `"${name}"`).join(', ')
      }
      const copy = async (table: string, changed: Readonly<Record<string, string>>, where: string) => {
        const names = Object.keys(changed)
        const rest = await columns(table, names)
        const values = Object.values(changed).join(', ')
        await sql
          .raw(`insert into ${table} (${names.join(', ')}, ${rest}) select ${values}, ${rest}
            from ${table}, unnest(array[${ids.join(', ')}]) as n where ${where}`)
          .execute(server.db)
      }
      const of = `store_id = ${first.storeId}`
      const terminal = `terminal_id = '${first.terminalId}'`
      const next = { store_id: '1000000 + n', terminal_id: `'TB-9' || lpad(n::text, 6, '0')` }
      await copy('store', { store_id: next.store_id, code: `'X' || n` }, of)
      await copy('terminal', next, terminal)
      await copy('device', { ...next, device_id: '1000000 + n' }, `device_id = ${first.deviceId}`)
      await copy('bundle', next, terminal)
      await copy('parameter_value', { store_id: next.store_id, device_id: '1000000 + n' }, of)
      // birch is one of them
      await copy(
        'parameter_value',
        { store_id: String(birch.storeId), device_id: String(birch.freezer.deviceId) },
        `${of} and n = 1`,
      )
    }
  })
})
