import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

const POLL = ['Nordwind', 'T3', 'probes', 'Three probes', '03 09 E1 00 03', 11, false, true, '1']

describeEachDatabase('rows as people write them', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())

  const send = async (method: 'GET' | 'POST', path: string, body?: object) =>
    server.send(method, `/api/v2/append-poll/${path}`, { as: 'admin', body })

  test('a unit is a text; what analyses read is kept in theirs', async () => {
    await send('POST', 'poll-mid', { mids: [POLL] })
    // blank names are none
    const [{ mid }] = (await send('GET', 'poll-mid?brand=&model=')).body.filter(
      ({ value }: { value: string[] }) => value[1] === 'T3',
    )
    const row = (name: string, unit: string, position: number, kind: string) =>
      [name, unit, String(position), 'i16', '4', '0', '10', '1', kind, ''] as const
    const units = ['%RH', 'bar', 'Pa', 'ppm', 'lx']
    const added = units.map((unit, at) => row(`In ${unit}`, unit, at + 1, 'other'))
    const rows = [...added, row('Load', 'W', 6, 'power')]
    expect((await send('POST', 'poll-uid', { mid, rows })).status).toBe(200)
    const kept = (await send('GET', `poll-uid?mid=${mid}`)).body.map(
      ({ value }: { value: string[] }) => value,
    )
    expect(kept.slice(0, 5)).toEqual(added)
    // tenths of a watt: ten thousand of them are a kilowatt
    expect(kept[5]).toEqual(['Load', 'kW', '6', 'i16', '4', '0', '10000', '1', 'power', ''])
    const fahrenheit = { mid, rows: [row('Air', '°F', 7, 'air_temperature')] }
    expect((await send('POST', 'poll-uid', fahrenheit)).body.fields).toEqual({ 'rows.0.1': 'choice' })
    const long = { mid, rows: [row('Air', 'furlongs per fortnight', 7, 'other')] }
    expect((await send('POST', 'poll-uid', long)).body.fields).toEqual({ 'rows.0.1': 'length' })
  })

  test('a row that is written needs a note', async () => {
    const without = await send('POST', 'poll-mid', { mids: [POLL.with(3, ' ')] })
    expect(without.body.fields).toEqual({ 'mids.0.3': 'length' })
    const write = ['Nordwind', 'T3', 'light', '', '05 00 01 FF 00', '05 00 01 FF 00', false, true, true]
    expect((await send('POST', 'write-mid', { mids: [write] })).body.fields).toEqual({ 'mids.0.3': 'length' })
  })
})
