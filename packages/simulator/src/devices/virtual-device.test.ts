import { decodeReply } from '@coldkeep/domain/points/decode-point'
import { buildRequest } from '@coldkeep/domain/polling/build-request'
import type { DeviceModel, ModelPoint } from '@coldkeep/domain/polling/device-model'
import { parseHex } from '@coldkeep/domain/polling/parse-hex'
import { strictnessOf } from '@coldkeep/domain/polling/reply-payload'
import { checkReply, rtuFrame } from '@coldkeep/modbus/rtu-frame'
import { describe, expect, test } from 'vitest'
import { makeFleet } from '../fleet/make-fleet'
import { advanceStore, startStore } from '../store-run'
import { modelFiles } from '../testing/model-files'
import type { DeviceRun } from './device-run'
import { readerOf } from './quantities'
import { answerPdu, makeVirtualDevice, type VirtualDevice } from './virtual-device'

const nowMs = Date.parse('2026-11-21T02:00:00Z')
const models = modelFiles()
const fleet = makeFleet({ seed: 1, storeCount: 1, nowMs, models, withFaults: false })
const store = startStore(fleet, fleet.stores[0]!, nowMs)
advanceStore(store, nowMs + 600_000)

function freshRun(kind: DeviceRun['kind']): DeviceRun {
  return startStore(fleet, fleet.stores[0]!, nowMs).devices.find((device) => device.kind === kind)!
}

function modelNamed(brand: string): DeviceModel {
  return models.find((model) => model.brand === brand)!
}

const hex = (text: string) => parseHex(text)!
/** The whole serial reply to a whole serial request. */
function exchange(device: VirtualDevice, request: string): Uint8Array {
  const frame = hex(request)
  return rtuFrame(device.unitId, answerPdu(device, frame.slice(1, -2)))
}

describe.each(models.map((model) => [`${model.brand} ${model.model}`, model] as const))('%s', (_, model) => {
  const isMeter = model.commands.some((command) => command.points.some((point) => point.kind === 'voltage'))
  const run = store.devices.find((device) => device.kind === (isMeter ? 'meter' : 'case'))!
  const device = makeVirtualDevice(model, 9, run)

  test('answers every command of its table so that every value reads back', () => {
    for (const command of model.commands) {
      const request = buildRequest(command, 9)
      if (!request.ok) throw new Error(request.problem)
      const reply = rtuFrame(9, answerPdu(device, request.value.slice(1, -2)))
      const checked = checkReply(
        request.value,
        reply,
        command.responseLengthBytes,
        strictnessOf(command.decoderId),
      )
      expect(checked.kind, command.commandCode).toBe('reply')
      const values = decodeReply(command.decoderId, command.points, checked)
      for (const [index, point] of command.points.entries()) {
        const expected = readerOf(run, point)()
        const { value } = values[index]!
        if (expected === null) continue
        expect(value, point.name).not.toBeNull()
        expect(Math.abs(value! - expected), `${point.name} ${value} ${expected}`).toBeLessThanOrEqual(
          Math.abs(expected) * 1e-6 + resolution(point),
        )
      }
    }
  })
})

/** Half a step of an integer format; floats are held to a relative tolerance instead. */
function resolution(point: ModelPoint): number {
  return point.numericFormat.startsWith('f') ? 0 : (0.5 * point.multiplier) / point.divisor + 1e-9
}

describe('single answers', () => {
  test('a probe at 4.2 °C is the frame of the worked exchange', () => {
    const run = freshRun('case')
    if (run.kind !== 'case') throw new Error('a case')
    run.state.measuredAirC = 4.2
    const device = makeVirtualDevice(modelNamed('Eliwell'), 2, run)
    expect(exchange(device, '02 03 01 27 00 01 35 CE')).toEqual(hex('02 03 02 00 2A 7D 9B'))
  })

  test('a probe that is not fitted shows the fault marker of the maker', () => {
    const device = makeVirtualDevice(modelNamed('Eliwell'), 2, freshRun('case'))
    expect(exchange(device, '02 03 01 2B 00 01 F5 CD')).toEqual(hex('02 03 02 80 00 9D 84'))
  })

  test('compressor and defrost share a status word', () => {
    const run = freshRun('case')
    if (run.kind !== 'case') throw new Error('a case')
    run.state.isCompressorOn = true
    run.state.defrostPhase = 'none'
    const device = makeVirtualDevice(modelNamed('Eliwell'), 2, run)
    expect(exchange(device, '02 03 80 76 00 01 4C 23').slice(3, 5)).toEqual(hex('00 08'))
    run.state.defrostPhase = 'defrosting'
    run.state.isCompressorOn = false
    expect(exchange(device, '02 03 80 76 00 01 4C 23').slice(3, 5)).toEqual(hex('00 20'))
  })

  test('registers of two commands can be read at once where they touch, and not across a gap', () => {
    const device = makeVirtualDevice(modelNamed('Danfoss'), 5, freshRun('case'))
    // 0x09E1 to 0x09E4 and 0x09E6 to 0x09E8 are in the table, 0x09E5 is not
    expect(answerPdu(device, hex('03 09 E1 00 04'))[0]).toBe(3)
    expect(answerPdu(device, hex('03 09 E2 00 02'))[1]).toBe(4)
    expect(answerPdu(device, hex('03 09 E1 00 08'))).toEqual(hex('83 02'))
  })
})

describe('writes', () => {
  test('a set point is taken over, repeated as it came and regulated on', () => {
    const run = freshRun('case')
    const device = makeVirtualDevice(modelNamed('Dixell'), 1, run)
    expect(exchange(device, '01 06 03 55 FF 38 D9 BC')).toEqual(hex('01 06 03 55 FF 38 D9 BC'))
    expect(run.kind === 'case' && run.spec.setpointC).toBe(-20)
    expect(answerPdu(device, hex('03 03 55 00 01'))).toEqual(hex('03 02 FF 38'))
  })

  test('a set point beyond what the controller allows is refused with exception 3', () => {
    const run = freshRun('case')
    const device = makeVirtualDevice(modelNamed('Dixell'), 1, run)
    expect(answerPdu(device, hex('06 03 55 03 E8'))).toEqual(hex('86 03'))
    expect(run.kind === 'case' && run.spec.setpointC).toBe(2)
  })

  test('a reading cannot be written: exception 2', () => {
    const device = makeVirtualDevice(modelNamed('Dixell'), 1, freshRun('case'))
    expect(answerPdu(device, hex('06 01 00 00 2A'))).toEqual(hex('86 02'))
  })

  test('a requested defrost begins', () => {
    const run = freshRun('case')
    if (run.kind !== 'case') throw new Error('a case')
    run.state.defrostPhase = 'none'
    const before = run.state.defrosts
    const device = makeVirtualDevice(modelNamed('Danfoss'), 5, run)
    expect(answerPdu(device, hex('06 03 F4 00 01'))).toEqual(hex('06 03 F4 00 01'))
    expect(run.state.defrostPhase).toBe('defrosting')
    expect(run.state.defrosts).toBe(before + 1)
  })

  test('functions the device does not know are exception 1', () => {
    const device = makeVirtualDevice(modelNamed('Dixell'), 1, freshRun('case'))
    expect(answerPdu(device, hex('2B 0E 01 00'))).toEqual(hex('AB 01'))
    expect(answerPdu(device, hex('05 00 00 FF 00'))).toEqual(hex('85 01'))
  })

  test('too many registers are exception 3', () => {
    const device = makeVirtualDevice(modelNamed('Dixell'), 1, freshRun('case'))
    expect(answerPdu(device, hex('03 01 00 00 7E'))).toEqual(hex('83 03'))
  })
})

test('coils and discrete inputs are answered by the same kind of table', () => {
  const run = freshRun('case')
  if (run.kind !== 'case') throw new Error('a case')
  run.state.isCompressorOn = true
  run.state.doorSeconds = 15
  run.state.defrostPhase = 'none'
  const bit = (name: string, kind: 'compressor' | 'door' | 'defrost', at: number): ModelPoint => ({
    name,
    kind,
    unit: '',
    position: at + 1,
    numericFormat: `bit${at as 0 | 1 | 2}`,
    skipLeadingBytes: 0,
    skipTrailingBytes: 0,
    divisor: 1,
    multiplier: 1,
    source: 'made for this test',
  })
  const command = (requestHex: string) => ({
    commandCode: requestHex.slice(0, 2),
    note: '',
    requestHex,
    responseLengthBytes: 6,
    includesUnitId: false,
    appendsCrc: true,
    decoderId: 2 as const,
    points: [bit('Compressor', 'compressor', 0), bit('Defrost', 'defrost', 1), bit('Door', 'door', 2)],
  })
  const model: DeviceModel = {
    brand: 'Test',
    model: 'Bits',
    source: 'made for this test',
    note: '',
    line: null,
    commands: [command('01 00 10 00 03'), command('02 00 20 00 03')],
    writes: [],
  }
  const device = makeVirtualDevice(model, 1, run)
  expect(answerPdu(device, hex('01 00 10 00 03'))).toEqual(hex('01 01 05'))
  expect(answerPdu(device, hex('02 00 21 00 02'))).toEqual(hex('02 01 02'))
  expect(answerPdu(device, hex('01 00 20 00 03'))).toEqual(hex('81 02'))
})
