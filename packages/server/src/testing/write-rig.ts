import type { CommandResult } from '@coldkeep/contract/mqtt/command'
import type { DeviceId } from '@coldkeep/domain/ids'
import { storeResults } from '../dispatch/store-results'
import { EPOCH } from './ingest-rig'
import { NODES, POLL, type ScriptRig, scriptRig } from './script-rig'
import type { Received, TestServer } from './test-server'
import type { TinyStore } from './tiny-fleet'

const TABLES = '/api/v2/append-poll'
const MODEL = ['Nordwind', 'T3']
/** Set point, light and lock of the thermostat in three registers. */
const SETTINGS = [...MODEL, 'settings', 'Settings', '03 03 55 00 03', 11, false, true, '1']
const SETTING_NODES = [
  ['Set point', '°C', '1', 'i16', '0', '4', '10', '1', 'setpoint', 'p. 12'],
  ['Light', '', '2', 'u16', '2', '2', '1', '1', 'other', ''],
  ['Lock', '', '3', 'u16', '4', '0', '1', '1', 'other', ''],
]
const frame = (text: string) => [text, text, false, true, true]
/** Nothing says what is usual for the lock. */
const WRITES = [
  [...MODEL, 'set', 'Set point', ...frame('06 03 55 VV VV'), 'setpoint', 'Set point', null, -40, 20],
  [...MODEL, 'light-on', 'Light on', ...frame('06 03 56 00 01'), 'light', 'Light', 1],
  [...MODEL, 'light-off', 'Light off', ...frame('06 03 56 00 00'), 'light', 'Light', 0],
  [...MODEL, 'defrost', 'Defrost now', ...frame('06 03 F4 00 01'), 'defrost'],
  [...MODEL, 'lock', 'Lock', ...frame('06 03 57 VV VV'), 'other', 'Lock', null, 0, 9],
]

/** Devices to which something can be written, and people who do it. */
export interface WriteRig {
  readonly scripts: ScriptRig
  /** Publishes the thermostat with its writes, and makes it the model of some devices. */
  publish(devices: readonly DeviceId[]): Promise<void>
  requestWrite(body: object, as?: string): Promise<Received>
  read(id: string, as?: string): Promise<Received['body']>
  commands(store: TinyStore): Promise<{ commandId: string; state: string; arg: Record<string, unknown> }[]>
  /** A terminal says something of a command, which has been sent before. */
  reportResult(
    store: TinyStore,
    commandId: string,
    result: Pick<CommandResult, 'st'> & Partial<CommandResult>,
  ): Promise<void>
}

let made = 0
/** An id as a console makes it. */
export function newWriteId(): string {
  return `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`
}

export function writeRig(server: TestServer): WriteRig {
  const scripts = scriptRig(server)
  const post = async (path: string, body: object) => {
    const { status, text } = await scripts.send('POST', path, body)
    if (status !== 200) throw new Error(text)
  }
  return {
    scripts,
    async publish(devices) {
      await post(`${TABLES}/poll-mid`, { mids: [POLL, SETTINGS] })
      for (const { mid, value } of await scripts.read('GET', `${TABLES}/poll-mid?brand=Nordwind`)) {
        await post(`${TABLES}/poll-uid`, { mid, rows: value[2] === 'settings' ? SETTING_NODES : NODES })
      }
      await post(`${TABLES}/write-mid`, { mids: WRITES })
      await post(`${TABLES}/model-version`, { brand: 'Nordwind', model: 'T3', note: '', seen: 0 })
      // as after a second person looked at it
      await server.db.updateTable('modelVersion').set({ hasReviewedWrites: true }).execute()
      const { deviceModelId } = await server.db
        .selectFrom('deviceModel')
        .select('deviceModelId')
        .where('brand', '=', 'Nordwind')
        .executeTakeFirstOrThrow()
      await server.db
        .updateTable('device')
        .set({ deviceModelId })
        .where('deviceId', 'in', [...devices])
        .execute()
    },
    requestWrite: (body, as = 'admin') =>
      server.send('POST', '/api/v2/remote/writes', { as, body: { id: newWriteId(), ...body } }),
    async read(id, as = 'admin') {
      const { status, text, body } = await server.send('GET', `/api/v2/remote/writes/${id}`, { as })
      if (status !== 200) throw new Error(text)
      return body
    },
    commands: ({ storeId }) =>
      server.db
        .selectFrom('command')
        .select(['commandId', 'state', 'arg'])
        .where('storeId', '=', storeId)
        .where('op', '=', 'write')
        .orderBy('createdAt')
        .orderBy('commandId')
        .execute() as never,
    async reportResult({ storeId, terminalId }, commandId, result) {
      const at = server.clock.now()
      const message: CommandResult = { v: 1, e: EPOCH, s: 1, id: commandId, at, ...result }
      const arrived = { storeId, terminal: terminalId, at, receivedAt: at, result: message }
      await server.db.transaction().execute((trx) => storeResults(trx, [arrived]))
    },
  }
}
