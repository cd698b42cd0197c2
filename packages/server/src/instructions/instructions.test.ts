import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import golden from '../../../../device-models/frames/golden.json'
import { auditOf } from '../testing/terminal-records'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { provideModels } from './provide-models'

/** Three registers of a thermostat: 6 bytes of payload. */
const POLL = ['Nordwind', 'T3', 'probes', 'Three probes', '03 09 E1 00 03', 11, false, true, '1']
const NODE = ['Air', '°C', '1', 'i16', '0', '4', '10', '1']
const WRITE = ['Nordwind', 'T3', 'set', 'Cut-out', '06 00 63 00 14', '06 00 63 00 14', false, true, true]
/** Of the caller's own department. */
const OWN = { owner: { id: expect.any(String), name: 'Frostline' }, can_edit: true }
/** What of a write no one has said. */
const UNSAID = ['other', '', null, null, null, null, null, 'other', null, 0, false, null, null]

describeEachDatabase('instruction tables', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await server.db.deleteFrom('modelVersion').execute()
    await server.db.deleteFrom('pollCommand').execute()
    await server.db.deleteFrom('writeCommand').execute()
  })

  const polls = async (query = '') =>
    (await server.send('GET', `/api/v2/append-poll/poll-mid${query}`, { as: 'admin' })).body
  const addPolls = (...mids: unknown[]) =>
    server.send('POST', '/api/v2/append-poll/poll-mid', { as: 'admin', body: { mids } })
  const nodes = async (mid: string) =>
    (await server.send('GET', `/api/v2/append-poll/poll-uid?mid=${mid}`, { as: 'admin' })).body
  const addNodes = (mid: string, ...rows: unknown[]) =>
    server.send('POST', '/api/v2/append-poll/poll-uid', { as: 'admin', body: { mid, rows } })
  const versions = async () =>
    (await server.send('GET', '/api/v2/append-poll/model-version?brand=Nordwind&model=T3', { as: 'admin' }))
      .body
  const publish = (seen: number, note = '') =>
    server.send('POST', '/api/v2/append-poll/model-version', {
      as: 'admin',
      body: { brand: 'Nordwind', model: 'T3', note, seen },
    })
  const withNode = async () => {
    await addPolls(POLL)
    const [{ mid }] = await polls()
    await addNodes(mid, NODE)
    return mid as string
  }
  const answerOf = ({ status, body }: { status: number; body: { code?: string; fields?: object } }) => [
    status,
    body.code,
    body.fields ?? {},
  ]

  test('rows come back as they were written, by brand and model, and models are known from then on', async () => {
    expect((await addPolls(POLL, [...POLL.slice(0, 2), 'other', ...POLL.slice(3)])).status).toBe(200)
    expect((await addPolls(['Alpenkalt', 'K1', ...POLL.slice(2)])).status).toBe(200)
    expect(await polls('?brand=Nordwind')).toEqual([
      {
        mid: expect.any(String),
        value: [...POLL.slice(0, 2), 'other', ...POLL.slice(3)],
        revision: 1,
        points: 0,
        ...OWN,
      },
      { mid: expect.any(String), value: POLL, revision: 1, points: 0, ...OWN },
    ])
    expect((await polls()).map(({ value }: { value: string[] }) => value[0])).toEqual([
      'Alpenkalt',
      'Nordwind',
      'Nordwind',
    ])
    const models = (await server.send('GET', '/api/v2/device/brand-model', { as: 'admin' })).body
    expect(models.models).toMatchObject({ Alpenkalt: ['K1'], Nordwind: ['T3'] })
    const engines = (await server.send('GET', '/api/v2/append-poll/parse-engine', { as: 'admin' })).body
    expect(engines.map(({ id }: { id: string }) => id)).toEqual(['1', '2', '3', '4'])
  })

  test('nodes come in their parse order, each with its meaning and source where they were told', async () => {
    const mid = await withNode()
    expect(
      (await addNodes(mid, ['Coil', '°C', '2', 'i16', '2', '2', '10', '1', 'evaporator_temperature', 'p. 9']))
        .status,
    ).toBe(200)
    expect(await nodes(mid)).toEqual([
      { uid: expect.any(String), value: [...NODE, 'other', ''], revision: 1 },
      {
        uid: expect.any(String),
        value: ['Coil', '°C', '2', 'i16', '2', '2', '10', '1', 'evaporator_temperature', 'p. 9'],
        revision: 1,
      },
    ])
    expect((await polls())[0].points).toBe(2)
  })

  test('a change carries the revision it has seen; the late one is told the present row', async () => {
    const mid = await withNode()
    const change = (row: unknown, revision: number) =>
      server.send('PATCH', '/api/v2/append-poll/poll-mid', {
        as: 'admin',
        body: { mids: [{ mid, row, revision }] },
      })
    const next = [...POLL.slice(0, 3), 'Checked', ...POLL.slice(4)]
    expect((await change(next, 1)).status).toBe(200)
    const late = await change(POLL, 1)
    expect([late.status, late.body.code, late.body.present]).toEqual([
      409,
      'row.changed',
      { mid, value: next, revision: 2, points: 1, ...OWN },
    ])
    const [{ uid }] = await nodes(mid)
    const changeNode = (row: unknown, revision: number) =>
      server.send('PATCH', '/api/v2/append-poll/poll-uid', {
        as: 'admin',
        body: { mid, uids: [{ uid, row, revision }] },
      })
    expect((await changeNode(['Air 1', ...NODE.slice(1)], 1)).status).toBe(200)
    expect((await changeNode(NODE, 1)).body.present.value[0]).toBe('Air 1')
    const remove = (table: string, query: string) =>
      server.send('DELETE', `/api/v2/append-poll/${table}?${query}`, { as: 'admin' })
    expect((await remove('poll-uid', `uid=${uid}&revision=1`)).status).toBe(409)
    expect(
      (await server.send('DELETE', `/api/v2/append-poll/poll-uid?uid=${uid}&revision=2`, { as: 'admin' }))
        .status,
    ).toBe(200)
    expect(
      (await server.send('DELETE', `/api/v2/append-poll/poll-mid?mid=${mid}&revision=1`, { as: 'admin' }))
        .status,
    ).toBe(409)
    expect((await remove('poll-mid', `mid=${mid}&revision=2`)).status).toBe(200)
    expect(await polls()).toEqual([])
    expect((await auditOf(server, 'Nordwind · T3 · probes')).at(-1)).toBe('instruction.remove · Ada · done')
  })

  test('writes are kept in the same way', async () => {
    const send = (method: 'POST' | 'PATCH', body: object) =>
      server.send(method, '/api/v2/append-poll/write-mid', { as: 'admin', body })
    expect(
      (await server.send('POST', '/api/v2/append-poll/write-mid', { as: 'admin', body: { mids: [WRITE] } }))
        .status,
    ).toBe(200)
    const list = async () => (await server.send('GET', '/api/v2/append-poll/write-mid', { as: 'admin' })).body
    const [row] = await list()
    expect(row).toEqual({ mid: expect.any(String), value: [...WRITE, ...UNSAID], revision: 1, ...OWN })
    const any = [...WRITE.slice(0, 5), '06 00 63 XX XX', ...WRITE.slice(6)]
    const { mid } = row
    expect(
      (
        await server.send('PATCH', '/api/v2/append-poll/write-mid', {
          as: 'admin',
          body: { mids: [{ mid, row: any, revision: 1 }] },
        })
      ).status,
    ).toBe(200)
    expect(answerOf(await send('PATCH', { mids: [{ mid, row: any, revision: 1 }] }))[0]).toBe(409)
    const odd = [...WRITE.slice(0, 4), '06 0', '0Y', ...WRITE.slice(6)]
    expect(answerOf(await send('POST', { mids: [odd] }))).toEqual([
      400,
      'request.malformed',
      { 'mids.0.4': 'format', 'mids.0.5': 'format' },
    ])
    expect(
      (await server.send('DELETE', `/api/v2/append-poll/write-mid?mid=${mid}&revision=2`, { as: 'admin' }))
        .status,
    ).toBe(200)
    expect(await list()).toEqual([])
  })

  describe('refused where it is typed, by row and cell', () => {
    const poll = (over: Record<number, unknown>) => Object.assign([...POLL], over)
    test.each([
      ['half a byte', poll({ 4: '03 09 E' }), { 'mids.0.4': 'format' }],
      ['255 bytes, with ID and CRC 258', poll({ 4: 'AA'.repeat(255), 8: '3' }), { 'mids.0.4': 'length' }],
      ['a reply of 257 bytes', poll({ 5: 257 }), { 'mids.0.5': 'range' }],
      ['an engine that does not exist', poll({ 8: '5' }), { 'mids.0.8': 'format' }],
      ['bits read as registers', poll({ 4: '01 00 00 00 08' }), { 'mids.0.8': 'choice' }],
      ['no brand', poll({ 0: ' ' }), { 'mids.0.0': 'length' }],
      ['a length that is a text', poll({ 5: '11' }), { 'mids.0.5': 'type' }],
    ])('a poll command: %s', async (_, row, fields) => {
      expect(answerOf(await addPolls(row))).toEqual([400, 'request.malformed', fields])
      expect(await polls()).toEqual([])
    })

    const node = (over: Record<number, unknown>) => Object.assign([...NODE], over)
    test.each([
      ['offsets that leave 4 of 6 bytes', node({ 5: '2' }), { 'rows.0.5': 'range' }],
      ['an offset beyond the reply', node({ 4: '20', 5: '0' }), { 'rows.0.5': 'range' }],
      ['a divisor of 0', node({ 6: '0' }), { 'rows.0.6': 'range' }],
      ['a divisor with an exponent', node({ 6: '1e1' }), { 'rows.0.6': 'format' }],
      ['parse order 0', node({ 2: '0' }), { 'rows.0.2': 'range' }],
      ['an unknown format', node({ 3: 'u17' }), { 'rows.0.3': 'choice' }],
    ])('a node: %s', async (_, row, fields) => {
      await addPolls(POLL)
      const [{ mid }] = await polls()
      expect(answerOf(await addNodes(mid, row))).toEqual([400, 'request.malformed', fields])
      expect(await nodes(mid)).toEqual([])
    })

    test('one bad row keeps the good ones out, and a repeated parse order is told at the second', async () => {
      await addPolls(POLL)
      const [{ mid }] = await polls()
      expect(answerOf(await addNodes(mid, NODE, ['Coil', ...NODE.slice(1)]))).toEqual([
        400,
        'request.malformed',
        { 'rows.1.2': 'choice' },
      ])
      expect(answerOf(await addPolls(POLL))).toEqual([409, 'instruction.exists', { 'mids.0.2': 'choice' }])
      expect(answerOf(await addNodes('999999', NODE))).toEqual([404, 'instruction.unknown', {}])
    })

    test('whoever lacks the page is refused', async () => {
      expect((await server.send('GET', '/api/v2/append-poll/poll-mid', { as: 'north' })).status).toBe(403)
    })
  })

  describe('versions', () => {
    test('keep what was published; the draft says what it changes', async () => {
      const mid = await withNode()
      expect((await versions()).changes).toMatchObject([
        { table: 'command', command: 'probes', what: 'added' },
        { table: 'point', node: 'Air', what: 'added' },
      ])
      expect((await publish(0, 'First')).body).toEqual({ version: 1 })
      expect(await versions()).toMatchObject({
        versions: [
          { version: 1, note: 'First', published_by: 'Ada', published_at: '2026-11-20T04:00:00.000Z' },
        ],
        changes: [],
        findings: [],
      })
      expect(answerOf(await publish(1))[1]).toBe('model.unchanged')
      const [{ uid }] = await nodes(mid)
      await server.send('PATCH', '/api/v2/append-poll/poll-uid', {
        as: 'admin',
        body: { mid, uids: [{ uid, row: ['Air', '°C', '1', 'i16', '0', '4', '100', '1'] }] },
      })
      const expected = [
        {
          table: 'point',
          command: 'probes',
          node: 'Air',
          what: 'changed',
          fields: [{ field: 'divisor', before: '10', after: '100' }],
        },
      ]
      expect((await versions()).changes).toEqual(expected)
      // two looked at the draft, one was first
      expect((await publish(1)).body).toEqual({ version: 2 })
      expect(answerOf(await publish(1)).slice(0, 2)).toEqual([409, 'model.published_meanwhile'])
      const compared = await server.send(
        'GET',
        '/api/v2/append-poll/model-version/compare?brand=Nordwind&model=T3&from=1&to=2',
        { as: 'admin' },
      )
      expect(compared.body.changes).toEqual(expected)
      const back = await server.send('POST', '/api/v2/append-poll/model-version/return', {
        as: 'admin',
        body: { brand: 'Nordwind', model: 'T3', version: 1 },
      })
      expect(back.status).toBe(200)
      expect((await nodes((await polls())[0].mid))[0].value[6]).toBe('10')
    })

    test('a model with a fault cannot be published: a reply made shorter leaves its nodes outside', async () => {
      const mid = await withNode()
      await server.send('PATCH', '/api/v2/append-poll/poll-mid', {
        as: 'admin',
        body: { mids: [{ mid, row: Object.assign([...POLL], { 4: '03 09 E1 00 01', 5: 7 }) }] },
      })
      expect((await versions()).findings).toEqual([
        {
          command: 'probes',
          node: 'Air',
          code: 'slice_size',
          message: expect.stringContaining('format'),
          is_error: true,
        },
      ])
      expect(answerOf(await publish(0)).slice(0, 2)).toEqual([409, 'model.faulty'])
    })
  })

  test('models that come with the product are filled in once, published, with the source of each point, and belong to nobody', async () => {
    await provideModels(server.db, { now: NOON, published: async () => {} })
    const rows = await polls('?brand=Dixell&model=XR77U')
    expect(rows.length).toBeGreaterThan(1)
    expect(rows[0]).toMatchObject({ owner: null, can_edit: false })
    await provideModels(server.db, { now: NOON, published: async () => {} })
    expect(await polls('?brand=Dixell&model=XR77U')).toHaveLength(rows.length)
    const about = (
      await server.send('GET', '/api/v2/append-poll/model-version?brand=Dixell&model=XR77U', { as: 'admin' })
    ).body
    expect(about).toMatchObject({
      source: expect.stringContaining('firmware 5.9'),
      versions: [{ version: 1, published_by: 'Coldkeep' }],
      findings: [],
      changes: [],
      owner: null,
      can_edit: false,
    })
  })

  describe('the test bench', () => {
    const bench = async (mid: string, unitId: number, replyHex: string) =>
      (
        await server.send('POST', '/api/v2/append-poll/test-bench', {
          as: 'admin',
          body: { mid, unit_id: unitId, reply_hex: replyHex },
        })
      ).body

    test.each(golden.reads)('reads the golden frame $name as its maker says', async (frame) => {
      const poll = ['Golden', 'G1', frame.name, 'Golden', frame.requestHex, frame.responseLengthBytes]
      expect(
        answerOf(await addPolls([...poll, frame.includesUnitId, frame.appendsCrc, String(frame.decoderId)])),
      ).toEqual([200, undefined, {}])
      const [{ mid }] = await polls('?brand=Golden')
      const rows = frame.points.map((point) => [
        point.name,
        ['°C', 'V', 'A', 'W', 'kW', 'kWh', 'Hz', ''].includes(point.unit) ? point.unit : '',
        String(point.position),
        point.numericFormat,
        String(point.skipLeadingBytes),
        String(point.skipTrailingBytes),
        String(point.divisor),
        String(point.multiplier),
      ])
      expect(answerOf(await addNodes(mid, ...rows))).toEqual([200, undefined, {}])
      const read = await bench(mid, frame.unitId, frame.reply)
      expect([read.request_hex, read.outcome]).toEqual([frame.request, 'reply'])
      for (const [index, point] of frame.points.entries()) {
        const { value } = read.nodes[index]
        if (point.quality !== 'good')
          expect([value, read.nodes[index].reason]).toEqual([null, expect.any(String)])
        else if (typeof point.value === 'number') expect(Number(value)).toBeCloseTo(point.value, 4)
        else expect(value).toBe(point.value)
      }
    })

    test.each(golden.errors.filter(({ error }) => error !== 'format'))('finds $name', async (frame) => {
      const request = frame.request.replace(/^\S+ /, '').replace(/ \S+ \S+$/, '')
      await addPolls([
        'Golden',
        'G1',
        frame.name,
        'Golden',
        request,
        frame.responseLengthBytes,
        false,
        true,
        '1',
      ])
      const [{ mid }] = await polls('?brand=Golden')
      const unitId = Number.parseInt(frame.request, 16)
      expect((await bench(mid, unitId, frame.reply)).outcome).toBe(frame.error)
    })

    test('tells a node whose bytes do not fit what came, where the length was left open', async () => {
      const [frame] = golden.errors.filter(({ error }) => error === 'format')
      await addPolls(['Golden', 'G1', 'open', 'Golden', '03 09 E3 00 01', 0, false, true, '1'])
      const [{ mid }] = await polls('?brand=Golden')
      expect(answerOf(await addNodes(mid, ['Air', '°C', '1', 'i16', '1', '0', '10', '1']))).toEqual([
        200,
        undefined,
        {},
      ])
      expect(await bench(mid, 5, frame?.reply ?? '')).toMatchObject({
        outcome: 'reply',
        nodes: [{ slice: '22', raw: null, value: null, reason: expect.stringContaining('format') }],
      })
    })

    test('shows where each node stands, its bytes, and the CRC as it is and as it should be', async () => {
      const mid = await withNode()
      // S3, S4 and thermostat of an AK-CC55; the last byte of the CRC is wrong
      const read = await bench(mid, 5, '05 03 06 00 2F 00 0C 00 22 86 68')
      expect(read).toMatchObject({
        outcome: 'crc',
        length: 11,
        expected_length: 11,
        crc: { found: '86 68', expected: '86 69' },
        nodes: [
          { offset: 3, slice: '00 2F', raw: '47', value: null, reason: expect.stringContaining('CRC') },
        ],
      })
    })

    test('takes no reply that is no bytes, too long, or for a unit that does not exist', async () => {
      const mid = await withNode()
      expect((await bench(mid, 5, '05 0')).fields).toEqual({ reply_hex: 'format' })
      expect((await bench(mid, 5, 'AA'.repeat(257))).fields).toEqual({ reply_hex: 'length' })
      expect((await bench(mid, 0, '')).fields).toEqual({ unit_id: 'range' })
      expect((await bench('999999', 5, '')).code).toBe('instruction.unknown')
      expect((await bench(mid, 5, '')).outcome).toBe('timeout')
    })
  })
})
