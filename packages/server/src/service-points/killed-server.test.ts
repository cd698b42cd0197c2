import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { quickProgram } from '../../../../tools/bundle-program'
import { connect } from '../db/connect'
import { entriesWritten, faultsOfBooks } from '../testing/credit-trial'
import type { PostingOrder } from '../testing/post-until-killed'
import { describeKind, postgresqlAddress } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import { insertTinyFleet } from '../testing/tiny-fleet'

const PROGRAM = await quickProgram(fileURLToPath(new URL('../testing/post-until-killed.ts', import.meta.url)))
const ROUNDS = 3
const OPERATIONS = 2_000
const KILLED_AFTER = 25

/** Two servers post the same causes until both are killed, at places that differ; others go on with the same causes. */
describeKind('servers killed while they post points', 'postgresql', () => {
  test('what was acknowledged is there once, and the books agree', async () => {
    const databaseUrl = await postgresqlAddress()
    if (databaseUrl === null) throw new Error('there was a PostgreSQL')
    const database = await connect({ databaseUrl })
    const fleet = await insertTinyFleet(database.kysely, NOON)
    const acknowledged = new Map<string, number>()
    for (let round = 0; round < ROUNDS; round++) {
      const servers = [0, 1].map(async (server) => {
        const order: PostingOrder = { databaseUrl, fleet, operations: OPERATIONS, seed: 1 + round, now: NOON }
        const child = spawn(process.execPath, [PROGRAM, JSON.stringify(order)], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        const ended = once(child, 'exit')
        let written = 0
        for await (const entry of createInterface({ input: child.stdout })) {
          acknowledged.set(entry, (acknowledged.get(entry) ?? 0) + 1)
          written += 1
          if (written === KILLED_AFTER * (1 + server)) child.kill('SIGKILL')
        }
        const [, signal] = await ended
        expect(signal).toBe('SIGKILL')
      })
      await Promise.all(servers)
    }
    expect(await faultsOfBooks(database.kysely)).toEqual([])
    const written = await entriesWritten(database.kysely)
    expect([...written.values()].filter((count) => count !== 1)).toEqual([])
    expect([...acknowledged.keys()].filter((entry) => !written.has(entry))).toEqual([])
    // no server was acknowledged what the other one had written
    expect([...acknowledged.values()].filter((count) => count !== 1)).toEqual([])
    expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * 3 * KILLED_AFTER)
    await database.close()
  })
})
