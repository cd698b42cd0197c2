import { randomBytes } from 'node:crypto'
import { hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { firmwareRound, openBox, type TestBox } from '../testing/box-rig'
import { uploadReleased } from '../testing/firmware-rig'
import { type TestSigners, testSigners } from '../testing/make-release'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

const TYPE = 'box-swupdate'
const PLAN = {
  waves: [{ share: 1, least: 1 }],
  soak_minutes: 0,
  max_fail_share: 1,
  max_fail_count: 9,
  window: null,
  rate: 100,
}

describeEachDatabase('boxes with programs for system updates', (openDatabase) => {
  let server: TestServer
  let signers: TestSigners
  let alder: TinyStore
  const files: Record<string, string> = {}
  const image = randomBytes(3_000)
  const as = 'admin'
  beforeAll(async () => {
    signers = testSigners(NOON)
    server = await testServer({ database: await openDatabase(), releaseRoot: signers.root })
    alder = server.fleet.stores.alder
    for (const type of [TYPE, 'box-rauc']) {
      files[type] = await uploadReleased(server, signers, { version: '2.0.0', rollback: false, type }, image)
    }
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    for (const table of [
      'firmwareInstall',
      'firmwareJob',
      'jobTarget',
      'job',
      'boxSystem',
      'notice',
    ] as const)
      await server.db.deleteFrom(table).execute()
  })

  const start = async (plan: object = {}, type = TYPE) => {
    const body = { dev_type: type, file_id: files[type], targets: {}, plan: { ...PLAN, ...plan } }
    const started = await server.send('POST', '/api/v2/ver-update/start', { as, body })
    expect(started.status, started.text).toBe(200)
    await firmwareRound(server)
    return started.body.task_token as string
  }
  const shown = async (token: string) => {
    const { body } = await server.send('GET', `/api/v2/ver-update/status?token=${token}`, { as })
    const [{ state, pc, version, error }] = body.stores
    return { job: body.job.state, state, pc, version, error }
  }
  const report = (
    box: TestBox,
    action: string,
    execution: string,
    { finished = 'none', details = [], ...more }: { finished?: string; details?: string[] } & object = {},
  ) => {
    const body = { id: Number(action), status: { execution, result: { finished, ...more }, details } }
    return box.send('POST', `/deploymentBase/${action}/feedback`, body)
  }
  const written = (box: TestBox, action: string) =>
    report(box, action, 'proceeding', { details: ['All Chunks Installed.'] })
  const attributes = (box: TestBox, data: object, mode?: string) =>
    box.send('PUT', '/configData', { mode, data, time: '20261120T120000' })

  test('a box is offered its image, reports on it, and has it when it runs the version', async () => {
    const box = await openBox(server, alder.terminalId)
    const first = await box.send('GET', '')
    expect(first.body).toEqual({
      config: { polling: { sleep: '00:01:00' } },
      _links: {
        configData: {
          href: expect.stringMatching(
            new RegExp(`^http://[^/]+/ddi/default/controller/v1/${alder.terminalId}/configData$`),
          ),
        },
      },
    })
    expect((await attributes(box, { version: '1.0.0', board: 'x86' })).status).toBe(200)
    expect((await box.send('GET', '')).body).toEqual({
      config: { polling: { sleep: '00:05:00' } },
      _links: {},
    })

    const action = await start()
    expect(await shown(action)).toMatchObject({ state: 'told', version: '1.0.0' })
    const { _links: links } = (await box.send('GET', '')).body
    expect(Object.keys(links)).toEqual(['deploymentBase'])
    expect(links.deploymentBase.href).toMatch(new RegExp(`/${alder.terminalId}/deploymentBase/${action}$`))
    const { body: offer } = await box.send('GET', `/deploymentBase/${action}`)
    const artifact = offer.deployment.chunks[0].artifacts[0]
    expect(offer).toMatchObject({
      id: action,
      deployment: {
        download: 'forced',
        update: 'forced',
        chunks: [{ part: 'os', version: '2.0.0', name: TYPE }],
      },
    })
    expect([offer.deployment.chunks.length, offer.deployment.chunks[0].artifacts.length]).toEqual([1, 1])
    const { createHash } = await import('node:crypto')
    const hashes = Object.fromEntries(
      ['sha1', 'md5', 'sha256'].map((kind) => [kind, createHash(kind).update(image).digest('hex')]),
    )
    expect(artifact).toMatchObject({ filename: 'box-swupdate-2.0.0.swu', size: 3_000, hashes })

    const { pathname } = new URL(artifact._links['download-http'].href)
    const fetched = (method: 'GET' | 'HEAD', headers: Record<string, string> = {}) =>
      server.app.inject({
        method,
        url: pathname,
        headers: { authorization: `TargetToken ${box.token}`, ...headers },
      })
    const head = await fetched('HEAD')
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      '3000',
      0,
    ])
    const whole = await fetched('GET')
    expect(whole.rawPayload).toEqual(image)
    expect(whole.headers.etag).toBe(`"${hashes.sha256}"`)
    const range = { range: 'bytes=1000-' }
    const part = await fetched('GET', { ...range, 'if-range': `"${hashes.sha256}"` })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 1000-2999/3000'])
    expect(part.rawPayload).toEqual(image.subarray(1000))
    expect((await fetched('GET', { ...range, 'if-range': '"other"' })).rawPayload).toEqual(image)
    expect((await shown(action)).state).toBe('downloading')

    expect((await report(box, action, 'proceeding', { progress: { cnt: 1, of: 4 } })).status).toBe(200)
    expect(await shown(action)).toMatchObject({ state: 'downloading', pc: 25 })
    await report(box, action, 'proceeding', { progress: { cnt: 1, of: 1 }, details: ['Installed Chunk.'] })
    expect(await shown(action)).toMatchObject({ state: 'installing', pc: 100 })
    await written(box, action)
    await written(box, action)
    expect((await shown(action)).state).toBe('confirming')

    // what it runs is requested at each poll until it shows
    expect(Object.keys((await box.send('GET', '')).body._links)).toEqual(['configData', 'deploymentBase'])
    await attributes(box, { version: '1.0.0' })
    expect((await shown(action)).state).toBe('confirming')
    await attributes(box, { version: '2.0.0' })
    expect(await shown(action)).toMatchObject({ state: 'done', version: '2.0.0' })
    await firmwareRound(server)
    expect((await shown(action)).job).toBe('done')

    expect(Object.keys((await box.send('GET', '')).body._links)).toEqual(['installedBase'])
    expect((await box.send('GET', `/installedBase/${action}`)).body.id).toBe(action)
    expect((await box.send('GET', `/deploymentBase/${action}`)).status).toBe(404)
    expect((await fetched('GET')).statusCode).toBe(404)
    const late = await report(box, action, 'closed', { finished: 'failure', details: ['too late'] })
    expect([late.status, (await shown(action)).state]).toEqual([200, 'done'])
  })
})
