import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPlanFaults, type PollingPlan } from './check-plan'

type Command = PollingPlan['scripts'][number]['commands'][number]

/** Thermostat air of a Danfoss AK-CC55. */
function air(changes: Partial<Command> = {}): Command {
  const unitId = changes.unitId ?? 5
  return {
    portId: 'p1',
    unitId,
    requestHex: '03 09 E3 00 01',
    includesUnitId: false,
    appendsCrc: true,
    decoderId: 1,
    nodes: [{ pointId: 1_000 + unitId, numericFormat: 'i16' }],
    ...changes,
  }
}

function planOf(commands: readonly Command[], changes: Partial<PollingPlan> = {}): PollingPlan {
  return { ports: [{ id: 'p1', kind: 'mbtcp' }], scripts: [{ name: 'cases', commands }], ...changes }
}

test('a sound plan has no fault', () => {
  expect(findPlanFaults(planOf([air(), air({ unitId: 6 })]))).toEqual([])
})

test('every fault is reported, in the order in which the plan is read', () => {
  const port = { id: 'p1', kind: 'mbtcp' } as const
  const commands = [
    air({ requestHex: '03 0' }),
    air({ unitId: 6, appendsCrc: false, decoderId: 9 }),
    air({ unitId: 7, portId: 'p9', nodes: [{ pointId: 1_005, numericFormat: 'i17' }] }),
  ]
  const plan = planOf(commands, { ports: [port, port] })
  expect(findPlanFaults({ ...plan, scripts: [...plan.scripts, { name: 'cases', commands: [] }] })).toEqual([
    { path: 'ports.1.id', code: 'port_repeated', value: 'p1' },
    { path: 'scripts.1.name', code: 'script_repeated', value: 'cases' },
    { path: 'scripts.0.commands.0.requestHex', code: 'hex_malformed', value: '03 0' },
    { path: 'scripts.0.commands.1.appendsCrc', code: 'crc_needed', value: 'false' },
    { path: 'scripts.0.commands.1.decoderId', code: 'decoder_unknown', value: '9' },
    { path: 'scripts.0.commands.2.portId', code: 'port_unknown', value: 'p9' },
    { path: 'scripts.0.commands.2.nodes.0.pointId', code: 'point_repeated', value: '1005' },
    { path: 'scripts.0.commands.2.nodes.0.numericFormat', code: 'format_unknown', value: 'i17' },
  ])
})

test.each<[string, Partial<Command>, string]>([
  // Danfoss AK-CC55: cut-out (parameter 100) to 7.7
  ['06 00 63 00 4D', {}, 'not_a_read'],
  ['05 00 63 FF 00', {}, 'not_a_read'],
  ['0F 00 13 00 0A 02 CD 01', {}, 'not_a_read'],
  ['10 00 63 00 01 02 00 4D', {}, 'not_a_read'],
  ['16 00 63 00 00 00 4D', {}, 'not_a_read'],
  ['17 09 E3 00 01 00 63 00 01 02 00 4D', {}, 'not_a_read'],
  // one that a device may take for two
  ['03 09 E3 00 01 77 E4 05 06 00 63 00 4D B9 A5', {}, 'not_a_read'],
  // as an ASCII frame it writes, to any device that listens for a colon
  [
    '3A 30 35 30 36 30 30 36 33 30 30 34 44 34 35 0D 0A',
    { unitId: 0x3a, includesUnitId: true },
    'not_a_read',
  ],
  ['00 06 00 63 00 4D', { unitId: 0, includesUnitId: true }, 'unit_id_range'],
  ['05 06 00 63 00 4D', { includesUnitId: true, appendsCrc: false }, 'crc_needed'],
])('%s is not sent, whatever decodes the reply and however it travels', (requestHex, changes, code) => {
  for (const kind of ['serial', 'rtu-tcp', 'mbtcp'] as const) {
    for (const decoderId of [1, 2, 3, 4]) {
      const plan = planOf([air({ requestHex, decoderId, ...changes })], { ports: [{ id: 'p1', kind }] })
      expect(findPlanFaults(plan).map((fault) => fault.code)).toEqual([code])
    }
  }
})

test('65 devices on one port are one too many', () => {
  const devices = Array.from({ length: 65 }, (_, index) => air({ unitId: index + 1 }))
  expect(findPlanFaults(planOf(devices))).toEqual([
    { path: 'ports.0', code: 'too_many_devices', value: '64' },
  ])
  expect(findPlanFaults(planOf(devices.slice(1)))).toEqual([])
})

test('513 commands and 4001 nodes are too many', () => {
  const many = Array.from({ length: 513 }, (_, index) =>
    air({ unitId: 1 + (index % 60), nodes: nodesFrom(10 * index, 8) }),
  )
  expect(findPlanFaults(planOf(many)).map(({ code }) => code)).toEqual([
    'too_many_commands',
    'too_many_nodes',
  ])
})

test('a device with more points than one message holds is refused', () => {
  expect(findPlanFaults(planOf([air({ nodes: nodesFrom(0, 2_001) })]))).toEqual([
    { path: 'scripts.0.commands.0', code: 'too_many_points', value: '2000' },
  ])
  expect(findPlanFaults(planOf([air({ nodes: nodesFrom(0, 2_000) })]))).toEqual([])
})

test('whatever texts and numbers people type, the check ends with a list', () => {
  const command = fc.record({
    portId: fc.string(),
    unitId: fc.oneof(fc.integer(), fc.double()),
    requestHex: fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-fx ,]*$/)),
    includesUnitId: fc.boolean(),
    appendsCrc: fc.boolean(),
    decoderId: fc.integer(),
    nodes: fc.array(fc.record({ pointId: fc.integer(), numericFormat: fc.string() }), { maxLength: 4 }),
  })
  fc.assert(
    fc.property(fc.array(command, { maxLength: 6 }), (commands) => {
      expect(Array.isArray(findPlanFaults(planOf(commands)))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

function nodesFrom(first: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({ pointId: first + index + 1, numericFormat: 'i16' }))
}
