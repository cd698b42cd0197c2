import { join } from 'node:path'
import { pageKeys } from '@coldkeep/domain/access/page-key'
import { epochMs } from '@coldkeep/domain/time/instant'
import {
  insertAccount,
  insertPermissionType,
  selectWholeEquipmentType,
} from '@coldkeep/server/accounts/sign-in-queries'
import { loadFieldKeys } from '@coldkeep/server/commands/keys'
import { quickHash } from '@coldkeep/server/testing/quick-hash'
import { basic } from '@coldkeep/server/testing/test-server'
import { PASSWORD, type TinyStore } from '@coldkeep/server/testing/tiny-fleet'
import { readSetup } from '@coldkeep/terminal/settings/read-setup'
import { type LiveTerminal, startTerminal } from '@coldkeep/terminal/terminal'
import { systemTime } from '@coldkeep/terminal/time/system-time'
import { pino } from 'pino'
import { giveModel } from './give-model'
import { writeBoxSettings } from './own-box'
import type { OwnSite } from './own-site'

const MODEL = ['Nordwind', 'T3']
const frame = (text: string) => [text, text, false, true, true]

/** Set point 0x0355, light 0x0356, lock 0x0357; function codes 3 and 6. */
const SETTINGS = [...MODEL, 'settings', 'Settings', '03 03 55 00 03', 11, false, true, '1']
const NODES = [
  ['Set point', '°C', '1', 'i16', '0', '4', '10', '1', 'setpoint', 'p. 12'],
  ['Light', '', '2', 'u16', '2', '2', '1', '1', 'other', ''],
  ['Lock', '', '3', 'u16', '4', '0', '1', '1', 'other', ''],
]
const WRITES = [
  [...MODEL, 'set', 'Temperature', ...frame('06 03 55 VV VV'), 'setpoint', 'Set point', null, -40, 20],
  [...MODEL, 'light-on', 'Switch light on', ...frame('06 03 56 00 01'), 'light', 'Light', 1],
  [...MODEL, 'light-off', 'Switch light off', ...frame('06 03 56 00 00'), 'light', 'Light', 0],
]

/** Calls of one account. */
export type Calls = (method: string, path: string, body?: object) => Promise<unknown>

export async function callsOf(address: string, account: string): Promise<Calls> {
  const signIn = await fetch(`${address}/api/v2/auth`, { method: 'POST', headers: basic(account, PASSWORD) })
  const { token } = (await signIn.json()) as { token: string }
  return async (method, path, body) => {
    const answer = await fetch(address + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`)
    return JSON.parse(text)
  }
}

/** The freezer of a store as a thermostat that can be written to, and `Sven` beside `Ada` who may approve that. */
export async function makeOperable(
  { server, fleet }: Pick<OwnSite, 'server' | 'fleet'>,
  store: TinyStore,
  busPort: number,
): Promise<void> {
  const db = server.database.kysely
  const call = await callsOf(server.address, 'admin')
  const [brand, model] = MODEL as [string, string]
  const rows = { brand, model, polls: [SETTINGS], nodes: { settings: NODES }, writes: WRITES }
  await giveModel({ server }, call, rows, { store, busPort })
  const everything = await insertPermissionType(db, 'Everything', pageKeys)
  const draft = { login: 'second', name: 'Sven', email: '', passwordHash: await quickHash(PASSWORD) }
  const rights = {
    permissionTypeIds: [everything],
    equipmentTypeIds: await selectWholeEquipmentType(db),
  }
  await insertAccount(db, { ...draft, ...rights, departmentId: fleet.company }, epochMs(Date.now()))
}

/** The real terminal program of a store, in this process; it runs what the server gives it. */
export async function startBox(
  { folder, place }: Pick<OwnSite, 'folder' | 'place'>,
  store: TinyStore,
): Promise<LiveTerminal> {
  const keys = loadFieldKeys(place.dataFolder)
  if (!keys.ok) throw new Error(keys.problem)
  const settingsPath = writeBoxSettings(folder, store, { ...place, keys: keys.value.publicKeys() })
  const read = await readSetup({ settingsPath, dataFolder: join(folder, 'box'), isInsecureAllowed: false })
  if (!read.ok) throw new Error(read.problem.why)
  return startTerminal({
    setup: read.value,
    time: systemTime,
    log: pino({ level: 'silent' }),
    random: () => 0,
  })
}
