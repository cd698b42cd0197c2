import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('manifest', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())

  test('a phone puts it among its programs under the name of the site, in the language of the browser', async () => {
    const headers = { 'accept-language': 'zh-TW,zh;q=0.9' }
    const { status, body } = await server.send('GET', '/manifest.webmanifest', { headers })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...{ id: '/', name: 'Coldkeep', short_name: 'Coldkeep', lang: 'zh-TW', start_url: '/', scope: '/' },
      ...{ display: 'standalone', theme_color: '#12263A', background_color: '#12263a' },
    })
    expect(body.icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    expect(body.shortcuts).toEqual([
      { name: '維修進度回報', url: '/_44_' },
      { name: '保養進度回報', url: '/_43_' },
    ])
  })
})
