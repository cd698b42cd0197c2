import type { TinyStore } from '@coldkeep/server/testing/tiny-fleet'
import { giveModel } from './give-model'
import { callsOf } from './operable-site'
import type { OwnSite } from './own-site'

const MODEL = ['Nordwind', 'T5']
const frame = (text: string) => [text, text, false, true, true]

/** The registers of its parameters, in the order in which they are read; the last ones are read by commands of their own. */
export const registers = {
  setpoint: 0x0355,
  difference: 0x0356,
  interval: 0x0357,
  defrostEnd: 0x0358,
  fanDelay: 0x0359,
  highAlarm: 0x0370,
  firmware: 0x0380,
} as const

const POLLS = [
  [...MODEL, 'settings', 'Settings', '03 03 55 00 05', 15, false, true, '1'],
  [...MODEL, 'alarms', 'Alarm limits', '03 03 70 00 01', 7, false, true, '1'],
  [...MODEL, 'firmware', 'Firmware', '03 03 80 00 01', 7, false, true, '1'],
]
const NODES = {
  settings: [
    ['SEt', '°C', '1', 'i16', '0', '8', '10', '1', 'setpoint', 'p. 12'],
    ['Hy', 'K', '2', 'u16', '2', '6', '10', '1', 'other', 'p. 12'],
    ['IdF', 'h', '3', 'u16', '4', '4', '1', '1', 'other', 'p. 14'],
    ['dtE', '°C', '4', 'i16', '6', '2', '2', '1', 'other', 'p. 14'],
    ['Fnd', 'min', '5', 'u16', '8', '0', '1', '1', 'other', 'p. 16'],
  ],
  alarms: [['ALU', '°C', '1', 'i16', '0', '0', '10', '1', 'other', 'p. 18']],
  firmware: [['rEL', '', '1', 'u16', '0', '0', '10', '1', 'other', 'p. 20']],
}
type Place = [code: string, note: string, address: string, node: string]
type Bounds = [lowest: number, highest: number, group: string, factory: number | null, order: number]
const write = ([code, note, address, node]: Place, [lowest, highest, group, factory, order]: Bounds) => [
  ...[...MODEL, code, note, ...frame(`06 ${address} VV VV`), 'setpoint', node],
  ...[null, lowest, highest, null, null, group, factory, order],
]
const WRITES = [
  write(['set', 'Set point', '03 55', 'SEt'], [-40, 20, 'regulation', -18, 3]),
  write(['hy', 'Differential', '03 56', 'Hy'], [0.1, 25, 'regulation', 2, 2]),
  write(['idf', 'Time between defrosts', '03 57', 'IdF'], [0, 120, 'defrost', 6, 1]),
  write(['dte', 'Defrost end', '03 58', 'dtE'], [-50, 110, 'defrost', 8, 1]),
  write(['fnd', 'Fan delay after defrost', '03 59', 'Fnd'], [0, 255, 'fan', 5, 1]),
  write(['alu', 'High temperature alarm', '03 70', 'ALU'], [-50, 110, 'alarm', null, 1]),
]

/** The freezer of a store as a controller with six parameters. */
export async function giveParameters(site: OwnSite, store: TinyStore, busPort: number): Promise<void> {
  const call = await callsOf(site.server.address, 'admin')
  const [brand, model] = MODEL as [string, string]
  const rows = { brand, model, polls: POLLS, nodes: NODES, writes: WRITES }
  await giveModel(site, call, rows, { store, busPort })
}
