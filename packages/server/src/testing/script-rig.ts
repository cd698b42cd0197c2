import type { Method } from '@coldkeep/contract/call'
import type { CommandResult } from '@coldkeep/contract/mqtt/command'
import { storeResults } from '../dispatch/store-results'
import { jobKinds } from '../job-kinds'
import { startJobs } from '../jobs/start-jobs'
import { EPOCH, silent } from './ingest-rig'
import type { Received, TestServer } from './test-server'
import type { TinyStore } from './tiny-fleet'

/** Air and coil of a thermostat: reply of 9 bytes, 4 of them payload. */
export const POLL = ['Nordwind', 'T3', 'probes', 'Probes', '03 00 00 00 02', 9, false, true, '1']
export const NODES = [
  ['Air', '°C', '1', 'i16', '0', '2', '10', '1', 'air_temperature', ''],
  ['Coil', '°C', '2', 'i16', '2', '0', '10', '1', 'evaporator_temperature', ''],
]
/** Of one controller at unit 5: one repeat, 50 ms between frames, 500 ms to wait. */
export const COMMAND = ['Nordwind', 'T3', 'probes', '5', 'Case 5', 1, 50, 500]

const TABLES = '/api/v2/append-poll'
const SCRIPTS = '/api/v2/append-poll-mgr'

/** Calls of the script pages as `Ada` makes them, and the work that brings scripts to stores. */
export interface ScriptRig {
  /** Publishes the thermostat. */
  publish(): Promise<void>
  send(method: Method, path: string, body?: object): Promise<Received>
  /** @throws with what was answered instead */
  read(method: 'GET', path: string): Promise<Received['body']>
  /** @returns the id of a script file with these commands in a folder of its own */
  script(name: string, ...commands: unknown[]): Promise<string>
  /** One Modbus TCP port, and no scripts. */
  givePort(store: TinyStore): Promise<void>
  /** Brings everything that waits to its stores. */
  deploy(): Promise<void>
  reportResult(
    store: TinyStore,
    commandId: string,
    result: Omit<CommandResult, 'v' | 'e' | 's' | 'id' | 'at'>,
  ): Promise<void>
}

export function scriptRig(server: TestServer): ScriptRig {
  const { db, clock } = server
  const send = (method: Method, path: string, body?: object) =>
    server.send(method, path, { as: 'admin', ...(body && { body }) })
  const sure = async (received: Promise<Received>) => {
    const { status, text, body } = await received
    if (status !== 200) throw new Error(text)
    return body
  }
  const get = (path: string) => sure(send('GET', path))
  const post = (path: string, body: object) => send('POST', path, body)
  return {
    send,
    read: (method, path) => sure(send(method, path)),
    async publish() {
      await sure(post(`${TABLES}/poll-mid`, { mids: [POLL] }))
      const [{ mid }] = await get(`${TABLES}/poll-mid?brand=Nordwind`)
      await sure(post(`${TABLES}/poll-uid`, { mid, rows: NODES }))
      const model = { brand: 'Nordwind', model: 'T3', note: '', seen: 0 }
      await sure(post(`${TABLES}/model-version`, model))
    },
    async script(name, ...commands) {
      await sure(post(`${SCRIPTS}/project`, { projects: [{ name: `Folder of ${name}` }] }))
      const folder = (await get(`${SCRIPTS}/project`)).find(
        (one: { name: string }) => one.name === `Folder of ${name}`,
      )
      await sure(
        post(`${SCRIPTS}/script-file`, { projects: [{ name, project_id: folder.id, duration: 60 }] }),
      )
      const [{ id }] = await get(`${SCRIPTS}/script-file?project=${folder.id}`)
      if (commands.length > 0) {
        await sure(post(`${SCRIPTS}/cmd-collection`, { 'script-file': id, rows: commands }))
      }
      return id
    },
    async givePort({ terminalId }) {
      const ports = [{ id: 'p1', kind: 'mbtcp', host: '192.168.1.21', port: 502 }]
      const document = { ports, scripts: [] }
      await sure(post(`/api/v2/terminals/${terminalId}/configurations`, { document, is_check: false }))
    },
    async deploy() {
      const jobs = startJobs({ db, clock, log: silent, kinds: jobKinds, wake: () => {} })
      await jobs.round()
      await jobs.close()
    },
    async reportResult({ storeId, terminalId }, commandId, result) {
      const message: CommandResult = { v: 1, e: EPOCH, s: 1, id: commandId, at: clock.now(), ...result }
      const arrived = {
        storeId,
        terminal: terminalId,
        at: clock.now(),
        receivedAt: clock.now(),
        result: message,
      }
      await db.transaction().execute((trx) => storeResults(trx, [arrived]))
    },
  }
}
