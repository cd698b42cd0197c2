import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { loadFieldKeys } from '@coldkeep/server/commands/keys'
import { freePort } from '@coldkeep/server/testing/free-port'
import { startPostgresql } from '@coldkeep/server/testing/postgresql-server'
import { createDatabase, urlOfDatabase } from '@coldkeep/server/testing/server-databases'
import { basic } from '@coldkeep/server/testing/test-server'
import { PatchedTerminal } from './patched-terminal'
import { SECRET, terminalOf } from './polled-fleet'
import type { Report, Wishes } from './report'
import { type BenchServer, startBenchServer } from './server-child'

const STORES = 1_000
const CONNECTED_AT_ONCE = 50
const POLL_MS = 500
const MB = 1_048_576
/** Of four cases of each store, which the first patch enters. */
const UNITS = [101, 102, 103, 104]
const PATCH = '/api/v2/append-poll-mgr'

/**
 * A script that goes to a thousand stores at once: from the call to the last terminal that runs it, and the same with
 * the server killed in the middle. Afterwards every store must run it, in one revision more and no more.
 */
export async function run(_: Report, { database = 'both' }: Wishes): Promise<void> {
  if (database !== 'postgresql') await measure('embedded', null)
  if (database === 'embedded') return
  const server = await startPostgresql([])
  try {
    await createDatabase(server.url, 'patch')
    await measure('postgresql', urlOfDatabase(server.url, 'patch'))
  } finally {
    await server.stop()
  }
}

async function measure(kind: string, databaseUrl: string | null): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-bench-'))
  const mqttPort = await freePort()
  const start = () => startBenchServer({ folder, mqttPort, stores: STORES, databaseUrl })
  let server: BenchServer = await start()
  try {
    const keys = loadFieldKeys(join(folder, 'data'))
    if (!keys.ok) throw new Error(keys.problem)
    const place = { mqttPort, keys: keys.value.publicKeys(), address: () => server.address }
    const terminals = Array.from({ length: STORES }, (_, store) => new PatchedTerminal(store, place))
    await inParts(terminals, (terminal) => terminal.connect())
    const call = await callerOf(server.address)
    const storeIds = await givePorts(call)
    const script = await makeScript(call, 60)

    const before = await server.usage()
    const first = await patch(call, script, storeIds)
    const seconds = await untilActive(call, first)
    const after = await server.usage()
    say(`${STORES} stores patched, all active, ${kind}`, `${seconds.toFixed(1)} s`)
    say(`server's processor time of it, ${kind}`, `${(after.cpuSeconds - before.cpuSeconds).toFixed(1)} s`)
    say(
      `memory of the server before and after, ${kind}`,
      `${megabytes(before.rssBytes)}, ${megabytes(after.rssBytes)} MB`,
    )

    await changePeriod(call, script, 120)
    const second = await patch(call, script, storeIds)
    await delay((seconds * 1_000) / 3)
    const killedAtMs = performance.now()
    await server.kill()
    await Promise.all(terminals.map((terminal) => terminal.end()))
    server = await start()
    const again = await callerOf(server.address)
    const left = (await statusOf(again, second)).patch.counts
    await inParts(terminals, (terminal) => terminal.connect())
    await untilActive(again, second)
    const killedFor = (performance.now() - killedAtMs) / 1_000
    say(`killed in the middle, all active, ${kind}`, `${killedFor.toFixed(1)} s`)
    say(`states after the kill, ${kind}`, left.map(({ state, stores }) => `${state} ${stores}`).join(', '))
    const revisions = new Set(terminals.map(({ revision }) => revision))
    say(`revisions that terminals run in the end, ${kind}`, [...revisions].join(', '))
    await Promise.all(terminals.map((terminal) => terminal.end()))
  } finally {
    await server.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Each of these takes too long to be measured three times. */
function say(name: string, value: string): void {
  console.log(`  ${name.padEnd(56)} ${value}`)
}

function megabytes(bytes: number): number {
  return Math.round(bytes / MB)
}

// biome-ignore lint/suspicious/noExplicitAny: the bench reads the wire as it is
type Call = (method: string, path: string, body?: object) => Promise<any>

async function callerOf(address: string): Promise<Call> {
  const signIn = { method: 'POST', headers: basic('admin', SECRET) }
  const { token } = (await (await fetch(`${address}/api/v2/auth`, signIn)).json()) as { token: string }
  return async (method, path, body) => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return answer.json()
  }
}

/** One Modbus TCP port for every terminal. @returns the ids of all stores */
async function givePorts(call: Call): Promise<string[]> {
  const ports = [{ id: 'p1', kind: 'mbtcp', host: '192.168.1.21', port: 502 }]
  const body = { document: { ports, scripts: [] }, is_check: false }
  const numbers = Array.from({ length: STORES }, (_, store) => store)
  await inParts(numbers, (store) =>
    call('POST', `/api/v2/terminals/${terminalOf(store)}/configurations`, body),
  )
  return numbers.map((store) => String(store + 1))
}

async function makeScript(call: Call, duration: number): Promise<string> {
  await call('POST', `${PATCH}/project`, { projects: [{ name: 'Bench' }] })
  const [folder] = await call('GET', `${PATCH}/project`)
  const draft = { name: 'Cases', project_id: folder.id, duration }
  await call('POST', `${PATCH}/script-file`, { projects: [draft] })
  const [{ id }] = await call('GET', `${PATCH}/script-file?project=${folder.id}`)
  const [command] = await call('GET', '/api/v2/append-poll/poll-mid?brand=Carel')
  const [brand, model, code] = command.value
  const rows = UNITS.map((unit) => [brand, model, code, String(unit), `Case ${unit}`, 1, 50, 500])
  await call('POST', `${PATCH}/cmd-collection`, { 'script-file': id, rows })
  return id
}

async function changePeriod(call: Call, id: string, duration: number): Promise<void> {
  const [folder] = await call('GET', `${PATCH}/project`)
  const projects = [{ id, project_id: folder.id, name: 'Cases', duration }]
  await call('PATCH', `${PATCH}/script-file`, { projects })
}

async function patch(call: Call, script: string, storeIds: readonly string[]): Promise<string> {
  const body = { mode: 'deploy', script_file: script, store_ids: storeIds, note: '', adds_devices: true }
  return (await call('POST', `${PATCH}/patch-to-store`, body)).id
}

interface Status {
  readonly patch: { readonly counts: readonly { readonly state: string; readonly stores: number }[] }
}

function statusOf(call: Call, id: string): Promise<Status> {
  return call('GET', `${PATCH}/patch-to-store/status?id=${id}&page_size=1`)
}

/** @returns seconds until every store runs it */
async function untilActive(call: Call, id: string): Promise<number> {
  const startedMs = performance.now()
  for (;;) {
    const { counts } = (await statusOf(call, id)).patch
    if (counts.some(({ state, stores }) => state === 'active' && stores === STORES)) {
      return (performance.now() - startedMs) / 1_000
    }
    const bad = counts.find(({ state }) => ['refused', 'expired', 'rolled_back'].includes(state))
    if (bad !== undefined) throw new Error(`${bad.stores} stores ${bad.state}`)
    await delay(POLL_MS)
  }
}

async function inParts<One>(all: readonly One[], act: (one: One) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += CONNECTED_AT_ONCE) {
    await Promise.all(all.slice(from, from + CONNECTED_AT_ONCE).map(act))
  }
}
