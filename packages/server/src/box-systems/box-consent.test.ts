import { randomBytes } from 'node:crypto'
import { epochMs } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBox, type TestBox } from '../testing/box-rig'
import { uploadReleased } from '../testing/firmware-rig'
import { testSigners } from '../testing/make-release'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { AT_ONCE, forgetUpdates, startUpdate, updateRound } from '../testing/update-rig'

const TYPE = 'box-swupdate'
/** 17:00 to 21:00 UTC in Taipei. */
const NIGHT = { ...AT_ONCE, window: { from: '01:00', to: '05:00' } }

describeEachDatabase('boxes that are asked before they are updated', (openDatabase) => {
  let server: TestServer
  let alder: TinyStore
  let fileId: string
  let box: TestBox
  beforeAll(async () => {
    const signers = testSigners(NOON)
    server = await testServer({ database: await openDatabase(), releaseRoot: signers.root })
    alder = server.fleet.stores.alder
    const how = { version: '2.0.0', rollback: false, type: TYPE }
    fileId = await uploadReleased(server, signers, how, randomBytes(3_000))
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await forgetUpdates(server)
    box = await openBox(server, alder.terminalId)
    await box.send('PUT', '/configData', { data: { version: '1.0.0' } })
  })

  const start = async (plan: object = {}): Promise<string> => {
    const action = await startUpdate(server, { type: TYPE, file: fileId, plan: { ...NIGHT, ...plan } })
    await updateRound(server)
    return action
  }
  const at = async (text: string) => {
    server.clock.set(epochMs(Date.parse(text)))
    await updateRound(server)
    await box.send('PUT', '/configData', { data: { version: '1.0.0' } })
  }
  const links = async () => (await box.send('GET', '')).body._links
  const answer = (action: string, confirmation: string, of = box) =>
    of.send('POST', `/confirmationBase/${action}/feedback`, { confirmation, details: ['by hand'] })
  const codeOf = async (sent: ReturnType<TestBox['send']>) => [(await sent).status, (await sent).body.code]
  const consents = () =>
    server.db
      .selectFrom('jobTarget')
      .select(['terminalId', 'state', 'postponed', 'notBefore'])
      .orderBy('terminalId')
      .execute()
  const base = `/ddi/default/controller/v1`

  test('a box says twice that its store is not to be updated today, and then the window wins', async () => {
    expect((await box.send('GET', '/confirmationBase')).body).toEqual({
      autoConfirm: { active: false },
      _links: {
        activateAutoConfirm: {
          href: expect.stringMatching(
            new RegExp(`^http://[^/]+${base}/${alder.terminalId}/confirmationBase/activateAutoConfirm$`),
          ),
        },
      },
    })
    const action = await start()
    const asked = {
      confirmationBase: {
        href: expect.stringMatching(new RegExp(`/${alder.terminalId}/confirmationBase/${action}$`)),
      },
    }
    expect(await links()).toEqual(asked)
    expect((await box.send('GET', '/confirmationBase')).body._links).toMatchObject(asked)
    const shown = await box.send('GET', `/confirmationBase/${action}`)
    expect(shown.body).toMatchObject({
      id: action,
      confirmation: {
        download: 'forced',
        update: 'forced',
        chunks: [{ part: 'os', version: '2.0.0', artifacts: [{ size: 3_000 }] }],
      },
    })
    expect((await box.send('GET', `/deploymentBase/${action}`)).status).toBe(404)

    expect((await answer(action, 'denied')).status).toBe(200)
    // a report whose answer was lost is sent again
    expect((await answer(action, 'denied')).status).toBe(200)
    const [first] = await consents()
    expect(first).toMatchObject({
      ...{ terminalId: alder.terminalId, state: 'waiting', postponed: 1 },
      notBefore: Date.parse('2026-11-20T21:00:00Z'),
    })
    expect(await links()).toEqual({})
    expect((await box.send('GET', `/confirmationBase/${action}`)).status).toBe(404)
    const said = await server.db
      .selectFrom('audit')
      .select(['accountName', 'storeId', 'subject', 'outcome', 'detail'])
      .where('kind', '=', 'firmware.postpone')
      .execute()
    const entry = { accountName: alder.terminalId, storeId: alder.storeId, outcome: 'done' }
    const detail = { job: Number(action), until: '2026-11-20T21:00:00.000Z' }
    expect(said.filter((one) => (one.detail as typeof detail).job === detail.job)).toEqual([
      { ...entry, subject: 'box-swupdate 2.0.0', detail },
    ])

    await at('2026-11-20T17:30:00Z')
    expect(await links()).toEqual({})
    await at('2026-11-21T12:00:00Z')
    expect(await links()).toEqual(asked)
    expect((await answer(action, 'denied')).status).toBe(200)
    await at('2026-11-21T17:30:00Z')
    expect(await links()).toEqual({})
    await at('2026-11-22T12:00:00Z')
    expect(await links()).toEqual({})
    expect(await codeOf(answer(action, 'denied'))).toEqual([409, 'firmware.postponed_out'])
    expect((await consents())[0]).toMatchObject({ postponed: 2 })
    await at('2026-11-22T17:00:00Z')
    expect(Object.keys(await links())).toEqual(['deploymentBase'])
    expect(await codeOf(answer(action, 'denied'))).toEqual([404, 'firmware.job_unknown'])
  })

  test('a box that agrees is not asked again, and begins in the window all the same', async () => {
    const action = await start()
    expect((await answer(action, 'confirmed')).status).toBe(200)
    expect((await answer(action, 'confirmed')).status).toBe(200)
    expect(await links()).toEqual({})
    expect(await consents()).toMatchObject([{ state: 'waiting', postponed: 0, notBefore: null }])
    await at('2026-11-20T16:59:00Z')
    expect(await links()).toEqual({})
    await at('2026-11-20T17:00:00Z')
    expect(Object.keys(await links())).toEqual(['deploymentBase'])
  })

  test('a yes is taken back by a no, and a yes to one job is none to the next', async () => {
    const action = await start()
    await answer(action, 'confirmed')
    expect((await answer(action, 'denied')).status).toBe(200)
    expect(await consents()).toMatchObject([{ postponed: 1 }])
    await at('2026-11-21T12:00:00Z')
    expect(Object.keys(await links())).toEqual(['confirmationBase'])
    await answer(action, 'confirmed')
    await server.send('POST', '/api/v2/ver-update/cancel', { as: 'admin', body: { token: action } })
    expect(await codeOf(answer(action, 'confirmed'))).toEqual([404, 'firmware.job_unknown'])
    const next = await start()
    expect((await links()).confirmationBase.href).toMatch(new RegExp(`/${next}$`))
  })

  test('a box that is not to be asked says so once, and is asked again when it takes that back', async () => {
    const action = await start()
    const turn = (to: string, body?: object) => box.send('POST', `/confirmationBase/${to}`, body)
    const words = { initiator: 'shift lead', remark: 'always at night' }
    expect((await turn('activateAutoConfirm', words)).status).toBe(200)
    expect(await codeOf(turn('activateAutoConfirm'))).toEqual([409, 'box.auto_confirm_on'])
    expect((await box.send('GET', '/confirmationBase')).body).toEqual({
      autoConfirm: { active: true, ...words, activatedAt: NOON },
      _links: {
        deactivateAutoConfirm: { href: expect.stringMatching(/\/confirmationBase\/deactivateAutoConfirm$/) },
      },
    })
    expect(await links()).toEqual({})
    expect((await box.send('GET', `/confirmationBase/${action}`)).status).toBe(404)
    expect(await codeOf(answer(action, 'denied'))).toEqual([404, 'firmware.job_unknown'])
    expect((await turn('deactivateAutoConfirm')).status).toBe(200)
    expect((await turn('deactivateAutoConfirm', {})).status).toBe(200)
    expect((await box.send('GET', '/confirmationBase')).body.autoConfirm).toEqual({ active: false })
    expect(Object.keys(await links())).toEqual(['confirmationBase'])
    expect((await turn('activateAutoConfirm')).status).toBe(200)
    const { autoConfirm } = (await box.send('GET', '/confirmationBase')).body
    expect(autoConfirm).toEqual({ active: true, activatedAt: NOON })
  })

  test('nothing is asked where stores may not postpone or the job is paused, and nobody answers for another', async () => {
    const urgent = await start({ may_postpone: false })
    expect(await links()).toEqual({})
    expect(await codeOf(answer(urgent, 'denied'))).toEqual([409, 'firmware.not_postponable'])
    expect(await consents()).toMatchObject([{ postponed: 0 }])
    await server.send('POST', '/api/v2/ver-update/cancel', { as: 'admin', body: { token: urgent } })

    const other = await openBox(server, server.fleet.stores.cedar.terminalId)
    const action = await start({ waves: [{ share: 1, least: 1 }] })
    await server.db.deleteFrom('jobTarget').where('storeId', '=', server.fleet.stores.cedar.storeId).execute()
    expect(await codeOf(answer(action, 'denied', other))).toEqual([404, 'firmware.job_unknown'])
    expect((await other.send('GET', `/confirmationBase/${action}`)).status).toBe(404)
    const fields = async (body: object) =>
      (await box.send('POST', `/confirmationBase/${action}/feedback`, body)).body.fields
    expect(await fields({})).toEqual({ confirmation: 'missing' })
    expect(await fields({ confirmation: 'maybe' })).toEqual({ confirmation: 'choice' })
    const remark = 'x'.repeat(513)
    const long = await box.send('POST', '/confirmationBase/activateAutoConfirm', { remark })
    expect([long.status, long.body.fields]).toEqual([400, { remark: 'length' }])
    await server.send('POST', '/api/v2/ver-update/pause', { as: 'admin', body: { token: action } })
    expect(await links()).toEqual({})
    expect(await codeOf(answer(action, 'denied'))).toEqual([404, 'firmware.job_unknown'])
  })
})
