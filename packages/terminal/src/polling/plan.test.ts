import { describe, expect, test } from 'vitest'
import { airCommand, airNode, settingsWith } from '../testing/settings'
import { planScripts } from './plan'

test('a command becomes a frame with unit id and CRC, and its points', () => {
  const plan = planned([airCommand()])
  const [step] = plan[0]!.ports[0]!.devices[0]!.steps
  // The published exchange of this controller: 05 03 09 E3 00 01 77 E4.
  expect(Buffer.from(step!.request.frame).toString('hex')).toBe('050309e3000177e4')
  expect(step!.points.map((point) => point.pointId)).toEqual([1005])
})

test('the commands of a device stand together, devices in the order of their first command', () => {
  const second = (unitId: number) =>
    airCommand({ unitId, commandCode: 'again', nodes: [airNode(2_000 + unitId)] })
  const plan = planned([airCommand({ unitId: 7 }), airCommand({ unitId: 5 }), second(7)])
  const devices = plan[0]!.ports[0]!.devices
  expect(devices.map((device) => [device.name, device.steps.length])).toEqual([
    ['case 7', 2],
    ['case 5', 1],
  ])
})

test('points come in their position, and texts are no readings', () => {
  const nodes = [
    { ...airNode(3), position: 3 },
    { ...airNode(1), position: 1, numericFormat: 'ascii' },
    { ...airNode(2), position: 2 },
  ]
  const plan = planned([airCommand({ nodes })])
  expect(plan[0]!.ports[0]!.devices[0]!.steps[0]!.points.map((point) => point.pointId)).toEqual([2, 3])
})

test('what does more than read is left out, and the rest is polled', () => {
  const write = { requestHex: '06 00 63 00 4D', responseLengthBytes: 8, decoderId: 4 }
  const plan = planned([
    airCommand(),
    airCommand({ unitId: 6, ...write }),
    airCommand({ unitId: 7, appendsCrc: false }),
  ])
  expect(plan[0]!.ports[0]!.devices.map(({ key }) => key)).toEqual(['p1/5'])
})

describe('a fault names its field', () => {
  test.each([
    ['an unknown port', { portId: 'p9' }, 'portId', 'p9'],
    ['half a byte', { requestHex: '03 0' }, 'requestHex', 'E_HEX'],
    ['257 bytes', { requestHex: '00'.repeat(254) }, 'requestHex', 'E_LONG'],
    [
      'another unit id in the text',
      { requestHex: '07 03 00 00 00 01', includesUnitId: true },
      'requestHex',
      'E_ID',
    ],
    [
      'an unknown format',
      { nodes: [{ ...airNode(1), numericFormat: 'i17' }] },
      'nodes.0.numericFormat',
      'i17',
    ],
  ])('%s', (_name, changes, field, why) => {
    const plan = planScripts(settingsWith([airCommand(), airCommand({ unitId: 6, ...changes })]))
    expect(plan).toEqual({
      ok: false,
      problem: { path: `scripts.0.commands.1.${field}`, why: expect.stringContaining(why) },
    })
  })
})

function planned(commands: Parameters<typeof settingsWith>[0]) {
  const plan = planScripts(settingsWith(commands))
  if (!plan.ok) throw new Error(plan.problem.why)
  return plan.value
}
