import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMAND, NODES, POLL, type ScriptRig, scriptRig } from '../testing/script-rig'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

const TABLES = '/api/v2/append-poll'
const MODEL = { brand: 'Nordwind', model: 'T3' }
const POLLING = [{ command: 'extra', scripts: ['Folder of Extras / Extras'] }]

describeEachDatabase('versions of models that scripts ask', (openDatabase) => {
  let server: TestServer
  let rig: ScriptRig
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    rig = scriptRig(server)
    await rig.publish()
    await rig.send('POST', `${TABLES}/poll-mid`, { mids: [POLL.with(2, 'extra')] })
    const extra = await midOf('extra')
    await rig.send('POST', `${TABLES}/poll-uid`, {
      mid: extra,
      rows: NODES.map((row) => row.with(0, `Extra ${row[0]}`)),
    })
    expect((await publish(1)).body).toEqual({ version: 2 })
  })
  afterAll(() => server.close())

  const polls = () => rig.read('GET', `${TABLES}/poll-mid?brand=Nordwind`)
  const midOf = async (code: string): Promise<string> =>
    (await polls()).find(({ value }: { value: string[] }) => value[2] === code).mid
  const versions = () => rig.read('GET', `${TABLES}/model-version?brand=Nordwind&model=T3`)
  const publish = (seen: number) => rig.send('POST', `${TABLES}/model-version`, { ...MODEL, note: '', seen })
  const goBack = (version: number) =>
    rig.send('POST', `${TABLES}/model-version/return`, { ...MODEL, version })

  test('a version without what scripts ask is neither gone back to nor published, and they are named before', async () => {
    await rig.send('DELETE', `${TABLES}/poll-mid?mid=${await midOf('extra')}`)
    // it is published still, so a script may ask it
    const script = await rig.script('Extras', COMMAND.with(2, 'extra'))
    const { versions: listed, findings } = await versions()
    expect(
      listed.map(({ version, lacks }: { version: number; lacks: object[] }) => [version, lacks]),
    ).toEqual([
      [2, []],
      [1, POLLING],
    ])
    expect(findings).toEqual([
      {
        command: 'extra',
        node: null,
        code: 'in_use',
        message: expect.stringContaining('Folder of Extras / Extras'),
        is_error: true,
      },
    ])
    for (const refused of [await publish(2), await goBack(1)]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'instruction.in_use'])
      expect(refused.body.message).toContain('extra (Folder of Extras / Extras)')
    }
    // the draft stays as it was
    expect((await versions()).changes).toMatchObject([
      { table: 'command', command: 'extra', what: 'removed' },
      { table: 'point' },
      { table: 'point' },
    ])
    expect((await goBack(2)).status).toBe(200)
    expect((await versions()).findings).toEqual([])
    await rig.send('DELETE', `/api/v2/append-poll-mgr/script-file?id=${script}`)
    expect((await goBack(1)).status).toBe(200)
    expect((await publish(2)).body).toEqual({ version: 3 })
  })
})
