import { days, later } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../testing/documents'
import { COMMAND, POLL, type ScriptRig, scriptRig } from '../testing/script-rig'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type Sent, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

const TABLES = '/api/v2/append-poll'
const DEPLOYMENTS = '/api/v2/append-poll-mgr/patch-to-store'
/** In front of each text; as a character the colon that begins an ASCII frame. */
const UNIT = 0x3a
const requests = [
  // Danfoss AK-CC55: cut-out (parameter 100) to 7.7
  ['a write', '06 00 63 00 4D'],
  ['a read with a byte too many', '03 09 E3 00 01 00'],
  ['the same write to unit 5 as an ASCII frame', '30 35 30 36 30 30 36 33 30 30 34 44 34 35 0D 0A'],
  ['a read, its CRC, and the write behind it', '03 09 E3 00 01 72 EB 3A 06 00 63 00 4D'],
] as const
const engines = ['1', '2', '3', '4'] as const

describeEachDatabase('a request that does more than read', (openDatabase) => {
  let server: TestServer
  let rig: ScriptRig
  let alder: TinyStore
  let script: string
  let apiKey: string
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    rig = scriptRig(server)
    alder = server.fleet.stores.alder
    await rig.publish()
    script = await rig.script('Cases', COMMAND.with(3, String(UNIT)))
    await rig.givePort(alder)
    const { body } = await rig.send('POST', '/api/v2/api-key', {
      name: 'Engineering',
      department: String(server.fleet.company),
      pages: ['2-3-1', '2-3-2', '3-2'],
      expires_at: new Date(later(NOON, days(30))).toISOString(),
    })
    apiKey = body.key
  })
  afterAll(() => server.close())

  const count = async (table: 'bundle' | 'command' | 'modelVersion' | 'pollCommand') => {
    const { rows } = await server.db
      .selectFrom(table)
      .select(sql<number>`count(*)::int`.as('rows'))
      .executeTakeFirstOrThrow()
    return rows
  }
  const counts = async () => [
    await count('bundle'),
    await count('command'),
    await count('modelVersion'),
    await count('pollCommand'),
  ]

  describe.each([
    ['a person', (): Sent => ({ as: 'admin' })],
    ['an API key', (): Sent => ({ headers: { authorization: `Bearer ${apiKey}` } })],
  ])('is refused to %s:', (_, caller) => {
    const post = (path: string, body: object) => server.send('POST', path, { ...caller(), body })

    test.each(requests)('%s, whatever reads the reply', async (_name, requestHex) => {
      const before = await counts()
      for (const engine of engines) {
        await inConfiguration(requestHex, engine)
        await inTable(requestHex, engine)
        await inVersion(requestHex, engine)
        await inScript(requestHex, engine)
      }
      expect(await counts()).toEqual(before)
    })

    async function inConfiguration(requestHex: string, engine: string) {
      const { ports, scripts } = documentOf(alder)
      const [polled] = scripts
      const command = { ...polled!.commands[0]!, requestHex, unitId: UNIT, decoderId: Number(engine) }
      const document = { ports, scripts: [{ ...polled!, commands: [command] }] }
      for (const is_check of [true, false]) {
        const { body } = await post(`/api/v2/terminals/${alder.terminalId}/configurations`, {
          document,
          is_check,
        })
        expect(placesOf(body.faults)).toEqual([['scripts.0.commands.0.requestHex', 'not_a_read']])
      }
    }

    async function inTable(requestHex: string, engine: string) {
      const mids = [POLL.with(2, 'more').with(4, requestHex).with(8, engine)]
      const { status, body } = await post(`${TABLES}/poll-mid`, { mids })
      expect([status, body.code, body.fields]).toEqual([400, 'request.malformed', { 'mids.0.4': 'choice' }])
    }

    /** Of a row that was entered before such rows were refused. */
    async function inVersion(requestHex: string, engine: string) {
      const rows = server.db.updateTable('pollCommand').where('commandCode', '=', 'probes')
      await rows.set({ requestHex, decoderId: Number(engine) as never }).execute()
      const { status, body } = await post(`${TABLES}/model-version`, {
        ...{ brand: 'Nordwind', model: 'T3', note: '', seen: 1 },
      })
      expect([status, body.code]).toEqual([409, 'model.faulty'])
      const { findings } = await rig.read('GET', `${TABLES}/model-version?brand=Nordwind&model=T3`)
      expect(findings).toContainEqual(expect.objectContaining({ command: 'probes', code: 'not_a_read' }))
      await rows.set({ requestHex: POLL[4] as string, decoderId: 1 }).execute()
    }

    /** Of a version that was published before such requests were refused, once and for good. */
    async function inScript(requestHex: string, engine: string) {
      const version = await server.db.selectFrom('modelVersion').selectAll().executeTakeFirstOrThrow()
      const { content } = version
      const publish = async (tables: object) => {
        await server.db.deleteFrom('modelVersion').execute()
        await server.db
          .insertInto('modelVersion')
          .values({ ...version, content: JSON.stringify(tables) })
          .execute()
      }
      const changes = { requestHex, decoderId: Number(engine) }
      await publish({ ...content, commands: content.commands.map((row) => ({ ...row, ...changes })) })
      for (const mode of ['once', 'deploy']) {
        const { body } = await post(DEPLOYMENTS, {
          ...{ mode, script_file: script, store_ids: [String(alder.storeId)], note: '' },
          ...(mode === 'deploy' && { adds_devices: true }),
        })
        await rig.deploy()
        const { stores } = await rig.read('GET', `${DEPLOYMENTS}/status?id=${body.id}`)
        expect(stores).toMatchObject([{ state: 'refused' }])
        expect(placesOf(stores[0].faults)).toEqual([['scripts.0.commands.0.requestHex', 'not_a_read']])
      }
      await publish(content)
    }
  })
})

function placesOf(faults: readonly { readonly path: string; readonly code: string }[]) {
  return faults.map(({ path, code }) => [path, code])
}
