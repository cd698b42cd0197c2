import { expect, test } from 'vitest'
import type { DeviceId, DeviceModelId, PointId, TerminalId } from '../ids'
import { placeScript, settingsOf, type UnplacedCommand, type UnplacedScript } from './place-script'
import type { KnownDevice, StoreEquipment, TerminalPort } from './store-equipment'

const TCP: TerminalPort = { id: 'p1', kind: 'mbtcp' }
const SERIAL: TerminalPort = {
  id: 'p2',
  kind: 'serial',
  baud: 9_600,
  parity: 'none',
  data: 8,
  stop: 1,
}
const MODEL = 7 as DeviceModelId

function command(unitId: number, more: Partial<UnplacedCommand> = {}): UnplacedCommand {
  return {
    deviceModelId: MODEL,
    brand: 'Nordwind',
    model: 'T3',
    commandCode: 'probes',
    unitId,
    deviceName: `Case ${unitId}`,
    retries: 0,
    intervalMs: 50,
    timeoutMs: 500,
    limits: [],
    published: {
      commandCode: 'probes',
      note: '',
      requestHex: '03 00 00 00 02',
      responseLengthBytes: 9,
      includesUnitId: false,
      appendsCrc: true,
      decoderId: 1,
      points: [
        {
          name: 'Air',
          unit: '°C',
          position: 1,
          numericFormat: 'i16',
          skipLeadingBytes: 0,
          skipTrailingBytes: 2,
          divisor: 10,
          multiplier: 1,
          kind: 'air_temperature',
          source: '',
        },
      ],
    },
    ...more,
  }
}
const source = (...commands: UnplacedCommand[]): UnplacedScript => ({
  departmentId: 2 as never,
  name: 'Folder / Cases',
  periodSeconds: 60,
  commands,
})
const device = (unitId: number, more: Partial<KnownDevice> = {}): KnownDevice => ({
  deviceId: (100 + unitId) as DeviceId,
  terminalId: 'TB-0001' as TerminalId,
  deviceModelId: MODEL,
  name: `Case ${unitId}`,
  unitId,
  portId: null,
  points: [],
  ...more,
})
function store(devices: KnownDevice[], ports = [TCP], terminals = ['TB-0001']): StoreEquipment {
  const document = { ports, scripts: [] }
  return {
    path: [1, 2, 3] as never,
    devices,
    retired: [],
    terminals: new Map(terminals.map((id) => [id as TerminalId, document])),
    simulated: new Set(),
  }
}
const place = (script: UnplacedScript, equipment: StoreEquipment, addsDevices = false) =>
  placeScript(script, equipment, { addsDevices })
const codes = (script: UnplacedScript, equipment: StoreEquipment, addsDevices = false) =>
  place(script, equipment, addsDevices).faults.map(({ path, code, value }) => [path, code, value])

test('each command goes to the terminal that has its device, on the port of that device', () => {
  const terminals = ['TB-0001', 'TB-0002']
  const far = device(2, { terminalId: 'TB-0002' as TerminalId, portId: 'p2' })
  const near = device(1, { portId: 'p1' })
  const { placements, faults } = place(
    source(command(1), command(2)),
    store([near, far], [TCP, SERIAL], terminals),
  )
  expect(faults).toEqual([])
  expect(
    placements.map(({ terminalId, commands }) => [
      terminalId,
      commands.map((one) => [one.portId, one.deviceId]),
    ]),
  ).toEqual([
    ['TB-0001', [['p1', 101]]],
    ['TB-0002', [['p2', 102]]],
  ])
})

test('of two devices with one unit id on different ports, the one of that name is meant', () => {
  const twin = device(1, { deviceId: 200 as DeviceId, name: 'Island', portId: 'p2' })
  const equipment = store([device(1, { portId: 'p1' }), twin], [TCP, SERIAL])
  const [placement] = place(source(command(1, { deviceName: 'Island' })), equipment).placements
  expect(placement?.commands[0]).toMatchObject({ deviceId: 200, portId: 'p2' })
})

test('a terminal receives the name its store gives a device, whatever the script calls it', () => {
  const [placement] = place(source(command(1)), store([device(1, { name: '冷凍ケース' })])).placements
  const [settings] = placement?.commands.map((one) => settingsOf(one, () => 1 as PointId)) ?? []
  expect(settings).toMatchObject({ unitId: 1, deviceName: '冷凍ケース' })
})

test('a simulated terminal polls nothing, whatever it was given', () => {
  const equipment = { ...store([device(1)]), simulated: new Set(['TB-0001' as TerminalId]) }
  expect(place(source(command(1)), equipment).placements).toEqual([])
  const twice = source(command(1), command(1, { deviceName: 'Island' }))
  expect(codes(twice, equipment)).toEqual([['', 'terminal_simulated', 'TB-0001']])
})

test('anything undecided or missing is a fault of its row', () => {
  const one = command(1)
  expect(codes(source(), store([]))).toEqual([['commands', 'script_empty', '']])
  expect(codes(source({ ...one, published: null }), store([device(1)]))).toEqual([
    ['commands.0.commandCode', 'command_unpublished', 'T3 probes'],
  ])
  expect(codes(source(command(2), one), store([device(2)]))).toEqual([
    ['commands.1.unitId', 'device_missing', '1 Nordwind T3'],
  ])
  expect(codes(source(one), store([device(1)], []))).toEqual([['commands.0.unitId', 'port_missing', '']])
  expect(codes(source(one), store([device(1)], [TCP, SERIAL]))).toEqual([
    ['commands.0.unitId', 'port_ambiguous', ''],
  ])
  expect(codes(source(one), store([device(1, { portId: 'p9' })]))).toEqual([
    ['commands.0.unitId', 'port_unknown', 'p9'],
  ])
  expect(codes(source(one), store([], [TCP], ['TB-0001', 'TB-0002']), true)).toEqual([
    ['commands.0.unitId', 'terminal_ambiguous', '2'],
  ])
  const other = device(1, { deviceModelId: 8 as DeviceModelId, name: 'Meter' })
  expect(codes(source(one), store([other]), true)).toEqual([['commands.0.unitId', 'unit_taken', 'Meter']])
  expect(place(source(one, command(3)), store([device(1)]), true).missing).toMatchObject([
    { terminalId: 'TB-0001', command: { unitId: 3 } },
  ])
})

test('the longest cycle counts what the line of the store takes to send', () => {
  // 8 bytes of 10 bits at 9600 are 8.33 ms; each of the two waits 500 ms, and 600 ms lie between them
  const worst = place(source(command(1), command(2)), store([device(1), device(2)], [SERIAL])).worstMs
  expect(worst).toBeCloseTo(2 * (500 + 80_000 / 9_600) + 600, 6)
  const quick = { ...source(command(1), command(2)), periodSeconds: 1 }
  expect(codes(quick, store([device(1), device(2)], [SERIAL]))).toEqual([['periodSeconds', 'too_slow', '2']])
})

test('requests to a device that is out of use are left out and reported, whether devices are entered or not', () => {
  const retired = { ...device(2), name: 'Old case' }
  const equipment = { ...store([device(1)]), retired: [retired] }
  for (const addsDevices of [false, true]) {
    const { placements, missing, faults, notes } = place(
      source(command(1), command(2)),
      equipment,
      addsDevices,
    )
    expect([faults, missing]).toEqual([[], []])
    expect(placements.map(({ commands }) => commands.map((one) => one.source.unitId))).toEqual([[1]])
    expect(notes).toEqual([
      {
        terminalId: 'TB-0001',
        note: { path: 'commands.1.unitId', code: 'device_retired', value: 'Old case' },
      },
    ])
  }
  // the one that took its place is polled
  const taken = { ...equipment, devices: [device(1), device(2)] }
  expect(place(source(command(2)), taken).notes).toEqual([])
})
