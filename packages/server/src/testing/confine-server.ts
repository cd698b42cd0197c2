import { sql } from 'kysely'
import { type ForeignRows, markForeignRows, marks, readForeignRows } from './foreign-rows'
import { countAnswer, knownOf, madeUpRequests, openEveryPage, sendMadeUp } from './fuzz-server'
import { insertEquipmentType } from './plant/plant-types'
import type { TestServer } from './test-server'

export interface Confinement {
  readonly requests: number
  /** How many calls they were made to. */
  readonly calls: number
  /** How many were answered with what, by hundreds. */
  readonly answers: Readonly<Record<string, number>>
  /** Rows that are not to be seen or changed. */
  readonly rows: number
  /** Answers with something of a foreign row, and requests after which one was another. */
  readonly breaches: readonly string[]
}

/** With every page and most equipment, but of department North alone. */
const CONFINED = 'north'

/**
 * Sends made-up requests over all calls as an account of one department, with ids of its own rows and of others',
 * and looks whether an answer tells anything of a foreign row or of withheld equipment, or changes one.
 */
export async function confineServer(
  server: TestServer,
  requests: number,
  seed: number,
): Promise<Confinement> {
  await markForeignRows(server)
  await giveEquipment(server)
  await openEveryPage(server)
  const lastType = await lastTypeOf(server)
  const before = await readForeignRows(server, lastType)
  const answers: Record<string, number> = {}
  const breaches: string[] = []
  let known: ForeignRows = before
  const calls = new Set<string>()
  let sent = 0
  for (const request of madeUpRequests(knownOf(server), requests, seed)) {
    const { status, text } = await sendMadeUp(server, request, CONFINED)
    sent += 1
    calls.add(request.operation)
    countAnswer(answers, status)
    const leaked = marks.filter((mark) => text.includes(mark) && !JSON.stringify(request).includes(mark))
    if (leaked.length > 0) breaches.push(`${status} tells ${leaked.join(', ')}: ${textOf(request)}`)
    if (request.method !== 'GET' && (status < 400 || sent % 50 === 0)) {
      const now = await readForeignRows(server, lastType)
      breaches.push(...changesOf(known, now).map((table) => `${status} changed ${table}: ${textOf(request)}`))
      known = now
    }
    if (status === 401 || status === 403) await openEveryPage(server)
  }
  const after = await readForeignRows(server, lastType)
  breaches.push(...changesOf(known, after).map((table) => `${table} changed by one of the last requests`))
  return { requests: sent, calls: calls.size, answers, rows: before.rows, breaches }
}

const textOf = (request: unknown) => JSON.stringify(request).slice(0, 600)

function changesOf({ sums }: ForeignRows, now: ForeignRows): string[] {
  return [...sums].filter(([table, sum]) => now.sums.get(table) !== sum).map(([table]) => table)
}

/** All kinds but walk-in rooms. */
async function giveEquipment({ db, fleet }: TestServer): Promise<void> {
  const devicePermissionTypeId = await insertEquipmentType(db, 'No walk-in rooms', {
    sees: ['c4'],
    writes: ['c4', 'other'],
  })
  const accountId = fleet.accounts.north
  await db
    .insertInto('devicePermission')
    .values({ accountId, devicePermissionTypeId, given: ['c4'] })
    .execute()
}

async function lastTypeOf({ db }: TestServer): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select greatest((select max(page_permission_type_id) from page_permission_type),
      (select max(device_permission_type_id) from device_permission_type))::int as last`.execute(db)
  return rows[0]?.last ?? 0
}
