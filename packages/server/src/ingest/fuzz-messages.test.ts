import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/connect'
import { openApiDocument } from '../http/openapi'
import { fuzzIntake, type Intake, startIntake } from '../testing/fuzz-intake'
import { openEveryPage } from '../testing/fuzz-server'
import { testDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

const MESSAGES = 2_000
const SEEN_MESSAGES = 500
const COMMAND = '01JD3KZ5Q8W7X6Y5V4T3S2R1P0'
const commandIds = [COMMAND, '01JD3KZ5Q8W7X6Y5V4T3S2R1P1']
const PATIENT_MS = 120_000
/** A stream has no end, and what is exported is noted, so that the audit tells of the reader. */
const OTHER_ANSWERS = /\/events$|sign-ins|csv|export|json/

let database: Database
let server: TestServer
let intake: Intake
beforeAll(async () => {
  database = await testDatabase('embedded')
  server = await testServer({ database: database.kysely })
  intake = await startIntake(server, database)
  await openEveryPage(server)
  // of an honest store
  const { alder } = server.fleet.stores
  const now = server.clock.now()
  await server.db
    .insertInto('command')
    .values({
      storeId: alder.storeId,
      commandId: COMMAND,
      terminalId: alder.terminalId,
      op: 'restart',
      arg: {},
      state: 'accepted',
      createdBy: 'Ada',
      createdAt: now,
      expiresAt: now + 3_600_000,
      changedAt: now,
    } as never)
    .execute()
})
afterAll(async () => {
  await intake.close()
  await server.close()
  await database.close()
})

test('whatever a terminal says, nothing gets stuck and others are heard; npm run bench -- mqtt-fuzz says much more', {
  timeout: PATIENT_MS,
}, async () => {
  const { alder: honest, cedar: hostile } = server.fleet.stores
  const result = await fuzzIntake(
    server,
    intake,
    { hostile, honest, foreign: honest, commandIds },
    { messages: MESSAGES, seed: 20_261_123 },
  )
  expect(result.errors).toEqual([])
  expect(result.messages).toBe(MESSAGES)
  for (const count of Object.values(result.byChannel)) expect(count).toBeGreaterThan(MESSAGES / 20)
  // some are wrong, and many are not
  expect(result.quarantined).toBeGreaterThan(MESSAGES / 10)
  expect(result.quarantined).toBeLessThan(MESSAGES)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from scan where store_id = ${honest.storeId}`.execute(server.db)
  expect(rows).toEqual([{ n: result.honest }])
  expect(intake.ingest.isServing()).toBe(true)
  expect((await server.send('GET', '/readyz')).status).toBe(200)
})

test('no message of a terminal changes what a reader of another department is told', {
  timeout: PATIENT_MS,
}, async () => {
  const reader = async () => {
    const answers = new Map<string, string>()
    for (const address of addresses()) {
      const { status, text } = await server.send('GET', address, { as: 'north' })
      if (status === 200) answers.set(address, text)
    }
    return answers
  }
  // what is refused is noted, once
  await reader()
  const before = await reader()
  expect(before.size).toBeGreaterThan(60)
  // both of South, while the reader sees North
  const { alder: foreign, cedar: hostile, dogwood: honest } = server.fleet.stores
  const result = await fuzzIntake(
    server,
    intake,
    { hostile, honest, foreign, commandIds },
    { messages: SEEN_MESSAGES, seed: 20_261_124 },
  )
  expect(result.errors).toEqual([])
  const after = await reader()
  const changed = [...before].filter(([address, text]) => after.get(address) !== text)
  expect(changed.map(([address]) => address)).toEqual([])
  const { state } = await server.db
    .selectFrom('command')
    .select('state')
    .where('commandId', '=', COMMAND)
    .executeTakeFirstOrThrow()
  expect(state).toBe('accepted')
})

/** Every call that reads, with values of North where it asks for some. */
function addresses(): string[] {
  const { fleet } = server
  const { alder } = fleet.stores
  const known: Record<string, string> = {
    deviceid: String(alder.freezer.deviceId),
    storeid: String(alder.storeId),
    terminalid: alder.terminalId,
    depart: String(fleet.north),
    points: alder.freezer.pointIds.join(','),
    start: '2026-11-19T00:00:00',
    end: '2026-11-20T12:00:00',
    timezone: '+08:00',
    dt: '2026-11-20',
    text: 'a',
    revision: '1',
    table: 'webpage',
    lang: 'en',
  }
  const document = openApiDocument('1') as unknown as {
    paths: Record<string, { get?: { parameters?: { in: string; name: string; required?: boolean }[] } }>
  }
  return Object.entries(document.paths).flatMap(([path, { get }]) => {
    if (get === undefined || OTHER_ANSWERS.test(path)) return []
    const textFor = (name: string) => encodeURIComponent(known[name] ?? '1')
    const query = (get.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name }) => `${name}=${textFor(name)}`)
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => textFor(name))
    return [query.length === 0 ? filled : `${filled}?${query.join('&')}`]
  })
}
