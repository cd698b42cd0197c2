import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { createTranslator } from '@coldkeep/phrases/phrases'
import type { Language } from '@coldkeep/phrases/translate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

const SCRIPT = `export const text = '${'cold '.repeat(1000)}'`
const PAGE = '<!doctype html><title>console</title>'

function builtConsole(): string {
  const folder = mkdtempSync(join(tmpdir(), 'console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'assets', 'index-1a2b3c.js'), SCRIPT)
  writeFileSync(join(folder, '.secret'), 'not to be seen')
  return folder
}

describeEachDatabase('the HTTP side', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase(), consoleFolder: builtConsole() })
  })
  afterAll(() => server.close())

  const get = (path: string, headers: Record<string, string> = {}) => server.send('GET', path, { headers })
  const page = { accept: 'text/html,application/xhtml+xml' }

  describe('refusals', () => {
    test('all have one shape: a code, a message in the language of the caller, the request', async () => {
      const { status, body, headers } = await get('/api/v2/nothing', { language: 'zh-CN' })
      expect(status).toBe(404)
      expect(body).toEqual({
        code: 'route.unknown',
        message: expect.stringMatching(/\p{Script=Han}/u),
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      expect(headers['cache-control']).toBe('no-store')
    })

    test.each([
      [{ language: 'ja' }, 'ja'],
      [{ 'accept-language': 'zh-TW,zh;q=0.9' }, 'zh-TW'],
      [{ language: 'ja', 'accept-language': 'en' }, 'ja'],
      [{ language: 'klingon', 'accept-language': 'ja' }, 'ja'],
      [{}, 'en'],
    ])('the language of %j is %s', async (headers: Record<string, string>, language) => {
      const own = createTranslator(language as Language)('errors.session.required')
      expect((await get('/api/v2/department-map', headers)).body.message).toBe(own)
    })

    test('a body that is no JSON, of another type, or too large', async () => {
      const post = (payload: string, type = 'application/json') =>
        server.send('POST', '/api/v2/auth', { body: payload, headers: { 'content-type': type } })
      expect(await post('{"push_token":')).toMatchObject({ status: 400, body: { code: 'request.not_json' } })
      expect(await post('a=1', 'application/x-www-form-urlencoded')).toMatchObject({
        status: 415,
        body: { code: 'request.media_type' },
      })
      const large = await post(JSON.stringify({ push_token: 'x'.repeat(1_100_000) }))
      expect(large).toMatchObject({ status: 413, body: { code: 'request.too_large' } })
      expect(large.body.message).toContain('49 KB')
    })

    test('an address that is malformed', async () => {
      expect(await get('/api/v2/%zz')).toMatchObject({ status: 404, body: { code: 'route.unknown' } })
    })

    test('a fault of ours says nothing of what went wrong; it is logged once', async () => {
      await server.db.schema.alterTable('task').renameTo('task_away').execute()
      const { status, body } = await server.send('GET', '/api/v2/system/tasks', { as: 'admin' })
      await server.db.schema.alterTable('task_away').renameTo('task').execute()
      expect([status, body.code]).toEqual([500, 'internal'])
      expect(body.message).not.toContain('task')
      const logged = server.faults.splice(0)
      expect(logged).toHaveLength(1)
      expect(JSON.parse(logged[0]!)).toMatchObject({ request_id: body.request_id, err: { code: '42P01' } })
    })
  })

  describe('the console', () => {
    test('its page stands at every address of a screen and is asked for again each time', async () => {
      for (const path of [
        '/',
        '/home',
        '/DeviceConnectionRate?dep=1.2',
        '/_41_OnlineMaintenance',
        '/device/12',
      ]) {
        const { status, text, headers } = await get(path, page)
        expect([path, status, text]).toEqual([path, 200, PAGE])
        expect(headers['cache-control']).toBe('no-cache')
      }
    })

    test('files named after their content are kept for a year', async () => {
      const { status, headers, text } = await get('/assets/index-1a2b3c.js')
      expect([status, text]).toEqual([200, SCRIPT])
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
    })

    test('no page hides a call or a file that does not exist', async () => {
      for (const path of ['/api/v2/nothing', '/assets/index-gone.js', '/lang-fr.json']) {
        expect([path, (await get(path, page)).body?.code]).toEqual([path, 'route.unknown'])
      }
    })

    test('nothing outside its folder and nothing hidden is served', async () => {
      for (const path of [
        '/.secret',
        '/../package.json',
        '/%2e%2e/package.json',
        '/assets/..%2f..%2fpackage.json',
      ]) {
        const { status, text } = await get(path)
        expect([path, status]).toEqual([path, 404])
        expect(text).not.toContain('not to be seen')
      }
    })

    test('scripts come from here only, and no other site may frame it', async () => {
      const { headers } = await get('/', page)
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('same-origin')
      expect((await get('/api/v2/%zz')).headers['content-security-policy']).toBe(policy)
    })

    test('no other site is let in, and a packed body is not unpacked', async () => {
      const elsewhere = { origin: 'https://elsewhere.example' }
      const requests = [
        await server.app.inject({ method: 'OPTIONS', url: '/api/v2/department-map', headers: elsewhere }),
        await server.app.inject({ url: '/config.json', headers: elsewhere }),
      ]
      for (const { headers } of requests) {
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      }
      const packed = await server.app.inject({
        method: 'POST',
        url: '/api/v2/auth',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        payload: gzipSync('{"push_token":"x"}'),
      })
      expect(packed.statusCode).toBe(400)
    })

    test('every answer names its type and says that it is nothing else', async () => {
      for (const [path, type] of [
        ['/', 'text/html'],
        ['/healthz', 'application/json'],
        ['/openapi.json', 'application/json'],
        ['/lang-ja.json', 'application/json'],
        ['/assets/index-gone.js', 'application/json'],
      ] as const) {
        const { headers } = await get(path, page)
        expect([path, headers['content-type']]).toEqual([path, `${type}; charset=utf-8`])
        expect(headers['x-content-type-options']).toBe('nosniff')
      }
    })

    test('answers are compressed for who accepts it', async () => {
      const raw = (encoding: string) =>
        server.app.inject({ url: '/assets/index-1a2b3c.js', headers: { 'accept-encoding': encoding } })
      const brotli = await raw('gzip, deflate, br')
      expect(brotli.headers['content-encoding']).toBe('br')
      expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT)
      const gzip = await raw('gzip;q=0.8, br;q=0')
      expect(gunzipSync(gzip.rawPayload).toString()).toBe(SCRIPT)
      expect((await raw('identity')).headers['content-encoding']).toBeUndefined()
      const texts = await server.app.inject({ url: '/lang-en.json', headers: { 'accept-encoding': 'br' } })
      expect(JSON.parse(brotliDecompressSync(texts.rawPayload).toString())).toHaveProperty([
        'shell.words.home',
      ])
    })
  })

  describe('addresses for machines', () => {
    test('alive, ready, and measured by the pattern of an address', async () => {
      expect((await get('/healthz')).status).toBe(200)
      expect((await get('/readyz')).body).toEqual({ database: true, broker: true })
      await server.send('GET', `/api/v2/device/${server.fleet.stores.alder.freezer.deviceId}`, {
        as: 'admin',
      })
      const { text } = await get('/metrics')
      expect(text).toMatch(
        /coldkeep_http_request_seconds_count\{method="GET",route="\/api\/v2\/device\/:deviceid",status="200"\} 1/,
      )
      expect(text).toContain('coldkeep_scans_stored_total 0')
    })

    test('the metrics are told to this machine, or to who shows the token', async () => {
      const statusFor = async (target: TestServer, remoteAddress: string, headers = {}) =>
        (await target.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode
      const through = { 'x-forwarded-for': '203.0.113.9' }
      expect(await statusFor(server, '::1')).toBe(200)
      expect(await statusFor(server, '::ffff:127.0.0.1')).toBe(200)
      expect(await statusFor(server, '203.0.113.9')).toBe(404)
      expect(await statusFor(server, '127.0.0.1', through)).toBe(404)
      const guarded = await testServer({ database: await openDatabase(), metricsToken: 'hush' })
      expect(await statusFor(guarded, '127.0.0.1')).toBe(404)
      expect(await statusFor(guarded, '127.0.0.1', { authorization: 'Bearer hus' })).toBe(404)
      expect(await statusFor(guarded, '203.0.113.9', { authorization: 'Bearer hush' })).toBe(200)
      await guarded.close()
    })

    test('the OpenAPI document is served', async () => {
      expect((await get('/openapi.json')).body).toMatchObject({ openapi: '3.1.0' })
    })
  })
})

describeEachDatabase('the HTTP side before the console is built', (openDatabase) => {
  test('says what to do', async () => {
    const server = await testServer({ database: await openDatabase() })
    const { status, text } = await server.send('GET', '/', { headers: { accept: 'text/html' } })
    expect(status).toBe(503)
    expect(text).toContain('npm run build')
    await server.close()
  })
})
