import type { StoreId } from '@coldkeep/domain/ids'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  as,
  decodeWire,
  encodeWire,
  namesFromWire,
  namesToWire,
  pathFromWire,
  pathToWire,
  wireNameOf,
} from './dialect'
import { wireId } from './id'
import { wireInstant } from './instant'
import { wireJsonSchema } from './json-schema'

const place = z.object({ unitId: z.int(), contractedKw: z.nullable(z.number()) })
const store = z.object({
  storeId: as('store', wireId<StoreId>()),
  openedAt: z.optional(wireInstant),
  places: z.array(place),
  byPort: z.record(z.string(), place),
})
const own = {
  storeId: 7 as StoreId,
  openedAt: 0,
  places: [{ unitId: 3, contractedKw: null }],
  byPort: { p1: { unitId: 4, contractedKw: 12.5 } },
}
const wire = {
  store: '7',
  opened_at: '1970-01-01T00:00:00.000Z',
  places: [{ unit_id: 3, contracted_kw: null }],
  by_port: { p1: { unit_id: 4, contracted_kw: 12.5 } },
}

describe('names on the wire', () => {
  test('are ours with underscores, or those that were given', () => {
    expect(wireNameOf('demandIntervalMinutes', z.int())).toBe('demand_interval_minutes')
    expect(wireNameOf('storeId', as('storeid', z.int()))).toBe('storeid')
    expect(wireNameOf('name', z.string())).toBe('name')
  })

  test('are translated with the values, at every depth and both ways', () => {
    expect(encodeWire(store, own)).toEqual(wire)
    expect(decodeWire(store, wire)).toEqual(own)
  })

  test('a shape that is one of several is translated by whichever it is', () => {
    const either = z.union([z.object({ unitId: z.int() }), z.object({ portId: z.string() }), z.array(place)])
    expect(namesToWire(either, { portId: 'p1' })).toEqual({ port_id: 'p1' })
    expect(namesFromWire(either, [{ unit_id: 1 }])).toEqual([{ unitId: 1 }])
  })

  test('a row that travels as a list has no names', () => {
    const row = z.codec(z.tuple([z.string(), z.int()]), z.object({ model: z.string(), unitId: z.int() }), {
      decode: ([model, unitId]) => ({ model, unitId }),
      encode: ({ model, unitId }) => [model, unitId] as [string, number],
    })
    expect(encodeWire(z.array(row), [{ model: 'XR', unitId: 2 }])).toEqual([['XR', 2]])
  })

  test('a schema that holds itself is translated as deep as a value goes', () => {
    const department = z.object({
      levelName: z.string(),
      get children() {
        return z.array(department)
      },
    })
    const leaf = { levelName: 'District', children: [] }
    expect(namesToWire(department, { levelName: 'Region', children: [leaf] })).toEqual({
      level_name: 'Region',
      children: [{ level_name: 'District', children: [] }],
    })
  })

  test('our own names are not taken on the wire', () => {
    expect(namesFromWire(place, { unitId: 3 })).toEqual({})
    expect(() => decodeWire(place, { unitId: 3, contracted_kw: null })).toThrow()
  })

  test('what holds no field of another name is the same value, not a copy', () => {
    const rows = z.object({ rows: z.array(z.tuple([z.string(), z.number()])) })
    const value = { rows: [['a', 1]] }
    expect(namesToWire(rows, value)).toBe(value)
  })

  test('a field called __proto__ stays a field', () => {
    const sent = JSON.parse('{"unit_id":1,"__proto__":{"unitId":9}}')
    const read = namesFromWire(place, sent) as object
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    expect(Object.hasOwn(read, '__proto__')).toBe(true)
  })

  test('a way to a field is told in either language', () => {
    expect(pathToWire(store, ['places', 0, 'unitId'])).toEqual(['places', 0, 'unit_id'])
    expect(pathFromWire(store, ['by_port', 'p1', 'contracted_kw'])).toEqual(['byPort', 'p1', 'contractedKw'])
    expect(pathToWire(store, ['unknown', 'unitId'])).toEqual(['unknown', 'unitId'])
    // what stands in the way is no field of what was sent, as where a device cannot come back
    expect(pathToWire(z.object({ reason: z.string() }), ['unitId'])).toEqual(['unit_id'])
  })

  test('the printed schema says what travels', () => {
    const { properties, required } = wireJsonSchema(store)
    expect(Object.keys(properties ?? {})).toEqual(['store', 'opened_at', 'places', 'by_port'])
    expect(required).toEqual(['store', 'places', 'by_port'])
  })
})
