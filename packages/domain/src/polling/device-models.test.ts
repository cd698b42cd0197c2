import { readdirSync, readFileSync } from 'node:fs'
import { MAX_READ_REGISTERS } from '@coldkeep/modbus/function-code'
import { valueFormats } from '@coldkeep/modbus/register-value'
import { checkReply } from '@coldkeep/modbus/rtu-frame'
import { describe, expect, test } from 'vitest'
import schema from '../../../../device-models/schema.json'
import { parameterGroups, parametersOf } from '../parameters/parameter'
import { decodeReply, encodePoint } from '../points/decode-point'
import { commonUnits, measuredKinds, type PointKind } from '../points/point'
import { buildRequest } from './build-request'
import { checkModel } from './check-model'
import { checkPollTable } from './check-poll-table'
import type { DeviceModel, ModelCommand } from './device-model'
import { formatHex, parseHex } from './parse-hex'
import { replyPayload } from './reply-payload'

const folder = new URL('../../../../device-models/', import.meta.url)
const fileNames = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'schema.json')
const models = fileNames.map((name) => ({
  name,
  model: JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as DeviceModel,
  exchanges: readExchanges(readFileSync(new URL(`frames/${name.replace('.json', '.txt')}`, folder), 'utf8')),
}))
/** Kinds of which a device may have several; every other is read by an analysis that needs exactly one. */
const repeatable: readonly PointKind[] = ['voltage', 'current', 'frequency', 'other']

describe.each(models)('$name', ({ model, exchanges }) => {
  const points = model.commands.flatMap((command) => command.points)

  test('its tables are sound', () => {
    for (const command of model.commands) {
      expect(checkPollTable(command, command.points), command.commandCode).toEqual([])
      expect(command.responseLengthBytes).toBeLessThanOrEqual(5 + 2 * MAX_READ_REGISTERS)
    }
    expect(new Set(model.commands.map((command) => command.commandCode)).size).toBe(model.commands.length)
    expect(new Set(points.map((point) => point.name)).size).toBe(points.length)
  })

  test('its writes are sound, and each value has its turn', () => {
    expect(checkModel(model)).toEqual([])
    const orders = parametersOf(model).map(({ applyOrder }) => applyOrder)
    expect(new Set(orders).size).toBe(orders.length)
  })

  test('it uses known formats, kinds and units, and names the source of each point', () => {
    for (const point of points) {
      expect(valueFormats).toContain(point.numericFormat)
      expect(measuredKinds).toContain(point.kind)
      expect(commonUnits).toContain(point.unit)
      expect(point.source).not.toBe('')
    }
  })

  test('a kind that analyses rely on is at one point only', () => {
    const kinds = points.map((point) => point.kind).filter((kind) => !repeatable.includes(kind))
    expect(kinds).toEqual([...new Set(kinds)])
  })

  test('every command has a worked exchange, and its reply decodes to the written values', () => {
    expect(exchanges).toHaveLength(model.commands.length)
    for (const command of model.commands) {
      const exchange = exchangeOf(command, exchanges)
      const outcome = checkReply(exchange.request, exchange.reply, command.responseLengthBytes)
      const decoded = decodeReply(command.decoderId, command.points, outcome)
      const shown = decoded.map((one, index) => [
        command.points[index]?.name,
        one.value ?? (one.quality === 4 ? 'bad' : one.reason),
      ])
      expect(Object.fromEntries(shown), command.commandCode).toEqual(Object.fromEntries(exchange.values))
    }
  })

  test('the written values, put into empty registers, make the same reply', () => {
    for (const command of model.commands) {
      const { reply, values } = exchangeOf(command, exchanges)
      const payload = replyPayload(command.decoderId, reply)
      const written = command.points.reduce<Uint8Array>((bytes, point) => {
        const value = values.get(point.name)
        return encodePoint(bytes, point, typeof value === 'number' ? value : null)!
      }, new Uint8Array(payload.length))
      // Floats are written with six decimals in the exchange, so the last of their bits may differ.
      const isExact = command.points.every((point) => !point.numericFormat.startsWith('f'))
      if (isExact) expect(formatHex(written)).toBe(formatHex(payload))
    }
  })
})

test('parameters are those of the manuals, and bounds go out before what they bound', () => {
  const shown = (name: string) =>
    parametersOf(models.find((one) => one.name === name)?.model ?? { commands: [], writes: [] })
  // in tenths there: 100 Cutout 20 -500 500, 101 Differential 20 1 200; 117 Main switch 0 -1 1
  expect(
    shown('danfoss-ak-cc55-compact.json').map((one) => [
      one.name,
      one.lowest,
      one.highest,
      one.step,
      one.factoryValue,
    ]),
  ).toEqual([
    ['Differential (r01)', 0.1, 20, 0.1, 2],
    ['Cut-out (r00)', -50, 50, 0.1, 2],
    ['Main switch (r12)', -1, 1, 1, 0],
  ])
  const dixell = shown('dixell-xr77u.json').toSorted((one, other) => one.applyOrder - other.applyOrder)
  expect(dixell.slice(0, 3).map(({ name }) => name)).toEqual([
    'Lowest set point (LS)',
    'Highest set point (US)',
    'Set point (SEt)',
  ])
  expect(dixell).toHaveLength(19)
})

test('the schema knows the same kinds, units and groups as the code', () => {
  expect(schema.$defs.write.properties.group.enum).toEqual(parameterGroups)
  const { kind, unit, numericFormat } = schema.$defs.point.properties
  expect(kind.enum).toEqual(measuredKinds)
  expect(unit.enum).toEqual(commonUnits)
  for (const format of valueFormats) expect(format).toMatch(new RegExp(numericFormat.pattern))
})

interface Exchange {
  readonly request: Uint8Array
  readonly reply: Uint8Array
  readonly values: ReadonlyMap<string, number | 'bad'>
}

function exchangeOf(command: ModelCommand, exchanges: readonly Exchange[]): Exchange {
  const found = exchanges.find(({ request }) => {
    const built = buildRequest(command, request[0]!)
    return built.ok && formatHex(built.value) === formatHex(request)
  })
  if (!found) throw new Error(`no worked exchange for ${command.commandCode}`)
  return found
}

/** Lines `> request`, `< reply` and `= point value`; `#` begins a remark. */
function readExchanges(text: string): Exchange[] {
  const blocks = text.split(/^(?=> )/m).slice(1)
  return blocks.map((block) => {
    const lines = block.split('\n')
    const bytesAfter = (mark: string) => parseHex(lines.find((line) => line.startsWith(mark))!.slice(2))!
    const values = lines
      .filter((line) => line.startsWith('= '))
      .map((line) => /^= (.+) (\S+)$/.exec(line)!)
      .map(([, name, value]) => [name!, value === 'bad' ? ('bad' as const) : Number(value)] as const)
    return { request: bytesAfter('> '), reply: bytesAfter('< '), values: new Map(values) }
  })
}
