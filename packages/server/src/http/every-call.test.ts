import { type AnyCall, nothing } from '@coldkeep/contract/call'
import { type CallName, calls } from '@coldkeep/contract/calls'
import { isDocument } from '@coldkeep/contract/content'
import { wireProblem } from '@coldkeep/contract/problem'
import { problemStatus } from '@coldkeep/contract/problem-status'
import { namesFromWire } from '@coldkeep/contract/wire/dialect'
import { wireJsonSchema } from '@coldkeep/contract/wire/json-schema'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openBox, type TestBox } from '../testing/box-rig'
import { openEveryPage } from '../testing/fuzz-server'
import { describeEachDatabase } from '../testing/test-database'
import { type Received, type TestServer, testServer } from '../testing/test-server'
import { textPlaces } from '../testing/text-places'

/** Texts that no codec should let through to a place where they do harm. */
const garbage = [
  '',
  '-1',
  '99999999999999999999',
  "1' or '1'='1",
  '\0',
  'half \ud800 of a character',
  '%',
  '🧊'.repeat(100),
  '{}',
  'NaN',
  '2026-99-99T00:00:00',
]

/** The address of a box names the terminal whose token it shows. */
const isOwn = ({ access }: AnyCall, name: string) => access === 'box' && name === '{terminalid}'

const named = Object.entries(calls) as [CallName, AnyCall][]

describeEachDatabase('every call of the table', (openDatabase) => {
  let server: TestServer
  let box: TestBox
  beforeAll(async () => {
    const line = { token: 'token', secret: 'secret', url: 'http://127.0.0.1:9' }
    server = await testServer({ database: await openDatabase(), line })
    box = await openBox(server, server.fleet.stores.alder.terminalId)
  })
  afterAll(() => server.close())
  // some calls end the sign-in that the next ones are to be tried with
  beforeEach(async () => {
    const { status } = await server.send('GET', '/api/v2/account/profile', { as: 'admin' })
    if (status !== 200) await openEveryPage(server)
  })

  function expectRefusal(received: Received) {
    expect(received.status, received.text).toBeGreaterThanOrEqual(400)
    expect(received.status, received.text).toBeLessThan(500)
    expect(wireProblem.safeParse(received.body).success, received.text).toBe(true)
    expect(problemStatus).toHaveProperty([received.body.code], received.status)
    expect(received.body.message).not.toContain('errors.')
  }

  // three at a time, in turn: among so many fields each text meets every kind of them
  let turn = 0
  const someGarbage = () => [0, 1, 2].map(() => garbage[turn++ % garbage.length] as string)

  const schemaOf = (shape: AnyCall['body']) => wireJsonSchema(isDocument(shape) ? shape : nothing)
  const fieldsOf = (call: AnyCall, part: 'query' | 'body' | 'params') =>
    Object.keys(schemaOf(call[part]).properties ?? {})

  const pathWith = (call: AnyCall, text: string) =>
    call.path.replace(/\{\w+\}/g, (name) =>
      isOwn(call, name)
        ? server.fleet.stores.alder.terminalId
        : encodeURIComponent(text === '' ? ' ' : text.replace(/\p{Surrogate}/gu, '\ufffd')),
    )
  const pathOf = (call: AnyCall) =>
    call.path
      .replace('{lang}', 'en')
      .replace(/\{\w+\}/g, (name) => (isOwn(call, name) ? server.fleet.stores.alder.terminalId : '1'))
  /** As who may make it: a box, or the administrator. */
  const as = ({ access }: AnyCall) => (access === 'box' ? { headers: box.headers } : { as: 'admin' })
  const send = (call: AnyCall, query = '', body?: unknown) =>
    server.send(call.method, `${pathOf(call)}${query}`, { ...as(call), body })

  test.each(named)('%s is bound', async (_, call) => {
    const received = await send(call)
    expect(received.body?.code).not.toBe('route.unknown')
    expect(received.status).toBeLessThan(500)
  })

  /** What a call needs beside an id, so that the id comes as far as the database. */
  const sound: Readonly<Record<string, string>> = {
    start: '2026-11-20T00:00:00',
    end: '2026-11-20T23:59:59',
    timezone: '+08:00',
    'low-pf': '80',
    on: '2026-11-20',
  }
  const byId = named.filter(
    ([, call]) =>
      call.method === 'GET' && /depart|store|device|terminal/.test(fieldsOf(call, 'query').join()),
  )
  test.each(byId)('%s knows no id that the database has no room for', async (_, call) => {
    for (const id of ['2147483648', '9007199254740991']) {
      const beyond = /depart|store|device|vendor/
      const fields = fieldsOf(call, 'query').flatMap((name) => {
        const value = beyond.test(name) ? id : sound[name]
        return value === undefined ? [] : [[name, value] as const]
      })
      for (const [name] of fields.filter(([, value]) => value === id)) {
        const others = fields.filter(([other, value]) => other === name || value !== id)
        const { status, text } = await send(
          call,
          `?${new URLSearchParams(others.map(([field, value]): [string, string] => [field, value]))}`,
        )
        expect(status, `${name}: ${text}`).toBeLessThan(500)
      }
    }
  })

  const guarded = named.filter(([, { access }]) => access === 'signed_in' || typeof access !== 'string')
  test.each(guarded)('%s takes no token but a good one', async (_, call) => {
    const without = await server.send(call.method, pathOf(call))
    expect([without.status, without.body.code]).toEqual([401, 'session.required'])
    const headers = { authorization: 'Bearer e30.e30.e30' }
    const refused = await server.send(call.method, pathOf(call), { headers })
    expect([refused.status, refused.body.code]).toEqual([401, 'session.expired'])
  })

  const withQuery = named.filter(([, call]) => fieldsOf(call, 'query').length > 0)
  test.each(withQuery)('%s never fails on garbage in its query', async (_, call) => {
    const fields = fieldsOf(call, 'query')
    for (const text of garbage) {
      const received = await send(
        call,
        `?${new URLSearchParams(Object.fromEntries(fields.map((name) => [name, text])))}`,
      )
      if (received.status !== 200) expectRefusal(received)
    }
    expectRefusal(await send(call, `?${fields.map((name) => `${name}=1&${name}=2`).join('&')}`))
  })

  test.each(withQuery)('%s never fails on garbage in one field among good ones', async (_, call) => {
    const isSeries = fieldsOf(call, 'query').includes('points')
    const good: Record<string, string> = {
      depart: String(server.fleet.company),
      start: isSeries ? '2026-11-20T00:00:00Z' : '2026-11-20T00:00:00',
      end: isSeries ? '2026-11-20T01:00:00Z' : '2026-11-20T23:59:59',
      timezone: '+08:00',
      key: 'a',
      points: String(server.fleet.stores.alder.freezer.pointIds[0]),
    }
    const fields = fieldsOf(call, 'query')
    const rest = (left: string) => fields.filter((name) => name !== left && name in good)
    for (const field of fields) {
      for (const text of someGarbage()) {
        const query = new URLSearchParams(Object.fromEntries(rest(field).map((name) => [name, good[name]!])))
        query.set(field, text)
        const received = await send(call, `?${query}`)
        if (received.status !== 200) expectRefusal(received)
      }
    }
  })

  const withParams = named.filter(([, call]) =>
    call.path.replace(call.access === 'box' ? '{terminalid}' : '', '').includes('{'),
  )
  test.each(withParams)('%s never fails on garbage in its path', async (_, call) => {
    for (const text of garbage) {
      expectRefusal(await server.send(call.method, pathWith(call, text), as(call)))
    }
  })

  const withBody = named.filter(([, call]) => call.method !== 'GET')
  test.each(withBody)('%s never fails on garbage as its body', async (_, call) => {
    for (const body of ['{', '[]', '"text"', '7', '{"unknown":1}', '{"__proto__":{"a":1}}']) {
      expectRefusal(await send(call, '', body))
    }
    for (const name of fieldsOf(call, 'body')) {
      for (const value of [[], {}, 7, null, '\0']) {
        const body = { [name]: value }
        const received = await send(call, '', body)
        // no rows at all are as good a list as any, and a number may be an instant
        const fits = isDocument(call.body) && z.safeParse(call.body, namesFromWire(call.body, body)).success
        if (received.status !== 200 || !fits) expectRefusal(received)
      }
    }
  })

  test.each(withBody)('%s names each text of its body that the database cannot store', async (_, call) => {
    for (const { path, documentWith } of textPlaces(schemaOf(call.body))) {
      for (const text of ['a\0', 'a\ud800']) {
        const received = await send(call, '', JSON.stringify(documentWith(text)))
        expect([received.status, received.body.code], received.text).toEqual([400, 'request.malformed'])
        expect(received.body.fields, path).toHaveProperty([path], 'format')
      }
    }
  })

  test.each(named)('%s refuses another method in the one shape', async (_, call) => {
    const used = named.filter(([, other]) => other.path === call.path).map(([, other]) => other.method)
    const other = (['DELETE', 'PATCH', 'PUT'] as const).find((method) => !used.includes(method)) as 'PUT'
    const received = await server.send(other, pathOf(call), { as: 'admin' })
    expect([received.status, received.body.code]).toEqual([405, 'route.method'])
    expect(received.headers.allow).toContain(call.method)
  })
})
