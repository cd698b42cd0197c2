import { createHash, randomBytes } from 'node:crypto'
import { hours, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBox, type TestBox } from '../testing/box-rig'
import { uploadReleased } from '../testing/firmware-rig'
import { type TestSigners, testSigners } from '../testing/make-release'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { AT_ONCE, forgetUpdates, startUpdate, updateRound } from '../testing/update-rig'

const TYPE = 'box-swupdate'

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
    await forgetUpdates(server)
  })

  const start = async (plan: object = {}, type = TYPE) => {
    const file = files[type] as string
    const action = await startUpdate(server, { type, file, plan: { ...AT_ONCE, ...plan } })
    await updateRound(server)
    return action
  }
  const shown = async (token: string) => {
    const { body } = await server.send('GET', `/api/v2/ver-update/status?token=${token}`, { as })
    const { state, pc, version, error } = body.stores.find(
      ({ terminal }: { terminal: string }) => terminal === alder.terminalId,
    )
    return { job: body.job.state, state, pc, version, error }
  }
  const report = (
    box: TestBox,
    action: string,
    execution: string,
    {
      finished = 'none',
      details = [],
      progress,
    }: { finished?: string; details?: string[]; progress?: object } = {},
  ) => {
    const body = { id: Number(action), status: { execution, result: { finished, progress }, details } }
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
    const { rawPayload, headers: sent } = await fetched('GET')
    expect([rawPayload, sent.etag]).toEqual([image, `"${hashes.sha256}"`])
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
    await updateRound(server)
    expect((await shown(action)).job).toBe('done')

    expect(Object.keys((await box.send('GET', '')).body._links)).toEqual(['installedBase'])
    expect((await box.send('GET', `/installedBase/${action}`)).body.id).toBe(action)
    expect((await box.send('GET', `/deploymentBase/${action}`)).status).toBe(404)
    expect((await fetched('GET')).statusCode).toBe(404)
    await report(box, action, 'closed', { finished: 'failure' })
    expect((await shown(action)).state).toBe('done')
  })

  test('what boots the version before is rolled back, whatever it claims, and failures are shown with their cause', async () => {
    const box = await openBox(server, alder.terminalId)
    await attributes(box, { version: '1.0.0' })
    const action = await start()
    await box.send('GET', `/deploymentBase/${action}`)
    await report(box, action, 'proceeding')
    await written(box, action)
    await report(box, action, 'closed', { finished: 'success', details: ['Update Installed.'] })
    expect((await shown(action)).state).toBe('confirming')
    await attributes(box, { version: '1.0.0' })
    expect(await shown(action)).toMatchObject({
      state: 'rolled_back',
      error: 'The new version did not run as it must. The previous one is back.',
    })

    const second = await start()
    await report(box, second, 'proceeding', { details: ['ERROR : HASH mismatch'] })
    await report(box, second, 'closed', { finished: 'failure', details: ['No suitable .swu image found'] })
    await report(box, second, 'closed', { finished: 'failure', details: ['again'] })
    expect(await shown(second)).toMatchObject({
      state: 'failed',
      error: 'The box could not install it: HASH mismatch',
    })

    const third = await start()
    await report(box, third, 'rejected', { details: ['battery low'] })
    expect(await shown(third)).toMatchObject({ state: 'failed', error: 'The box refused it: battery low' })
  })

  test('a box that names its starts is done with the version of a later one', async () => {
    const box = await openBox(server, alder.terminalId)
    await attributes(box, { version: '1.0.0', boot: 'a' })
    const action = await start()
    await written(box, action)
    await attributes(box, { version: '2.0.0', boot: 'a' })
    expect((await shown(action)).state).toBe('confirming')
    await attributes(box, { version: '1.0.0', boot: 'b' })
    expect((await shown(action)).state).toBe('rolled_back')
  })

  test("RAUC's success before the restart only waits for the version, which it puts itself", async () => {
    const box = await openBox(server, alder.terminalId, 'box-rauc')
    const action = await start({}, 'box-rauc')
    const { body: offer } = await box.send('GET', `/deploymentBase/${action}`)
    expect(offer.deployment.chunks[0].artifacts[0].filename).toBe('box-rauc-2.0.0.raucb')
    await report(box, action, 'download')
    expect((await shown(action)).state).toBe('downloading')
    await report(box, action, 'downloaded', { finished: 'success' })
    expect((await shown(action)).state).toBe('downloaded')
    await report(box, action, 'proceeding')
    await report(box, action, 'closed', { finished: 'success' })
    expect((await shown(action)).state).toBe('confirming')
    expect(Object.keys((await box.send('GET', '')).body._links)).toEqual(['configData'])
    const installedIs = (version: string) => box.send('PUT', '/installedBase', { name: 'os', version })
    await installedIs('2.0.0')
    expect((await shown(action)).state).toBe('done')

    await installedIs('1.0.0')
    const again = await start({}, 'box-rauc')
    await report(box, again, 'closed', { finished: 'success' })
    await installedIs('1.0.0')
    expect((await shown(again)).state).toBe('rolled_back')
  })

  test('what is written and not started is not installed again for ten minutes, and then at most twice', async () => {
    const box = await openBox(server, alder.terminalId)
    const action = await start()
    const update = async () => (await box.send('GET', `/deploymentBase/${action}`)).body.deployment?.update
    const offers: string[] = []
    for (const length of [0, minutes(9), minutes(1), minutes(10), minutes(10), minutes(50)]) {
      server.clock.advance(length)
      await box.send('GET', '')
      const offered = await update()
      offers.push(offered ?? (await shown(action)).state)
      if (offered === 'forced') await written(box, action)
      // its answer to what is only shown is no success
      await report(box, action, 'closed', { finished: 'success', details: ['Skipped Update.'] })
    }
    expect(offers).toEqual(['forced', 'skip', 'forced', 'forced', 'skip', 'failed'])
    expect((await shown(action)).error).toBe('The box did not report that it runs the new version.')
  })

  test('outside of the window of its store, and of a paused job, nothing that has not begun is offered', async () => {
    const box = await openBox(server, alder.terminalId)
    await attributes(box, { version: '1.0.0' })
    // noon in Taipei
    const action = await start({ window: { from: '11:00', to: '13:00' } })
    const links = async () => Object.keys((await box.send('GET', '')).body._links)
    expect(await links()).toEqual(['deploymentBase'])
    server.clock.advance(hours(2))
    expect(await links()).toEqual([])
    expect((await box.send('GET', `/deploymentBase/${action}`)).status).toBe(404)
    server.clock.advance(hours(22))
    expect(await links()).toContain('deploymentBase')
    await server.send('POST', '/api/v2/ver-update/pause', { as, body: { token: action } })
    expect(await links()).not.toContain('deploymentBase')
    await server.send('POST', '/api/v2/ver-update/resume', { as, body: { token: action } })
    await report(box, action, 'download')
    server.clock.advance(hours(2))
    expect(await links()).toContain('deploymentBase')
  })

  test('a cancelled job takes back what has not begun, and has a box give up what it loads', async () => {
    const box = await openBox(server, alder.terminalId)
    const cancel = (action: string) =>
      server.send('POST', '/api/v2/ver-update/cancel', { as, body: { token: action } })
    const early = await start()
    expect((await cancel(early)).status).toBe(200)
    expect((await shown(early)).state).toBe('cancelled')
    const action = await start()
    await report(box, action, 'download')
    await cancel(action)
    expect((await shown(action)).state).toBe('downloading')
    expect(Object.keys((await box.send('GET', '')).body._links)).toContain('cancelAction')
    expect((await box.send('GET', `/cancelAction/${action}`)).body).toEqual({
      id: action,
      cancelAction: { stopId: action },
    })
    const answer = (execution: string, finished: string) =>
      box.send('POST', `/cancelAction/${action}/feedback`, {
        id: action,
        status: { execution, result: { finished } },
      })
    expect((await answer('proceeding', 'none')).status).toBe(200)
    await answer('closed', 'success')
    expect((await shown(action)).state).toBe('cancelled')
    expect((await box.send('GET', `/cancelAction/${action}`)).status).toBe(404)

    const late = await start()
    await report(box, late, 'proceeding', { progress: { cnt: 1, of: 1 } })
    await cancel(late)
    expect(Object.keys((await box.send('GET', '')).body._links)).toContain('deploymentBase')
    await attributes(box, { version: '2.0.0' })
    expect((await shown(late)).state).toBe('done')
  })

  test('a box that no longer polls is lost, and its word still counts', async () => {
    const box = await openBox(server, alder.terminalId)
    const action = await start()
    await report(box, action, 'download')
    server.clock.advance(hours(24) + minutes(1))
    await updateRound(server)
    expect((await shown(action)).state).toBe('lost')
    await attributes(box, { version: '2.0.0' })
    expect((await shown(action)).state).toBe('done')
  })

  test('wrong tokens, terminals, actions, reports and bodies are refused, and no one reaches the action of another', async () => {
    const box = await openBox(server, alder.terminalId)
    const other = await openBox(server, server.fleet.stores.birch.terminalId)
    const action = await start({}, TYPE)
    await server.db
      .deleteFrom('firmwareInstall')
      .where('storeId', '=', server.fleet.stores.birch.storeId)
      .execute()
    const path = `/ddi/default/controller/v1/${alder.terminalId}`
    const base = async (authorization: string, at = path) => {
      const { status, body } = await server.send('GET', at, { headers: { authorization } })
      return [status, body.code]
    }
    const refused = [403, 'credential.refused']
    for (const authorization of [
      '',
      'TargetToken',
      'TargetToken x',
      `GatewayToken ${box.token}`,
      `TargetToken ${other.token}`,
    ])
      expect(await base(authorization)).toEqual(refused)
    for (const unknown of ['TB-FFFF', 'x', "TB-' or 1=1"])
      expect(
        await base(`TargetToken ${box.token}`, `/ddi/default/controller/v1/${encodeURIComponent(unknown)}`),
      ).toEqual(refused)
    expect(await base(`TargetToken ${box.token}`, path.replace('default', 'other'))).toEqual([
      404,
      'route.unknown',
    ])

    expect((await report(other, action, 'closed', { finished: 'success' })).status).toBe(404)
    expect((await other.send('GET', `/deploymentBase/${action}`)).status).toBe(404)
    expect((await other.send('GET', '/softwaremodules/1/artifacts/box-swupdate-2.0.0.swu')).status).toBe(404)
    expect((await report(box, '999', 'closed', { finished: 'success' })).status).toBe(404)
    const status = { execution: 'proceeding', result: { finished: 'none' } }
    const feedback = (body: unknown) => box.send('POST', `/deploymentBase/${action}/feedback`, body)
    const codes = async (sent: ReturnType<typeof feedback>) => {
      const { status: code, body } = await sent
      return [code, body.fields ?? {}]
    }
    expect((await feedback({ id: action, status, time: 'x', extra: 1 })).status).toBe(200)
    expect((await feedback({ status: { ...status, code: 200 } })).status).toBe(200)
    expect(await codes(feedback({ id: '7', status }))).toEqual([400, { id: 'choice' }])
    expect(await codes(feedback({}))).toEqual([400, { status: 'missing' }])
    expect(await codes(feedback({ status: { ...status, execution: 'maybe' } }))).toEqual([
      400,
      { 'status.execution': 'choice' },
    ])
    expect((await feedback({ status: { ...status, details: ['x'.repeat(300_000)] } })).status).toBe(413)
    expect((await shown(action)).state).toBe('downloading')

    const many = Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`n${at}`, 'x']))
    expect(await codes(attributes(box, many))).toEqual([400, { data: 'length' }])
    expect(await codes(attributes(box, { a: 'x'.repeat(513) }))).toEqual([400, { 'data.a': 'length' }])
    expect((await attributes(box, { ['a'.repeat(129)]: 'x' })).status).toBe(400)
    expect((await attributes(box, { a: '1', b: '2' })).status).toBe(200)
    expect((await attributes(box, { b: '' }, 'remove')).status).toBe(200)
    const system = () => server.send('GET', `/api/v2/terminals/${alder.terminalId}/box-system`, { as })
    expect((await system()).body.attributes).toEqual([{ name: 'a', value: '1' }])
    expect((await attributes(box, { c: '3' }, 'replace')).status).toBe(200)
    expect((await system()).body.attributes).toEqual([{ name: 'c', value: '3' }])
  })
})
