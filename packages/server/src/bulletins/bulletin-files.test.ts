import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BulletinRig, bulletinRig } from '../testing/bulletin-rig'
import { insertPerson } from '../testing/insert-person'
import { describeEachDatabase } from '../testing/test-database'
import { type Received, type TestServer, testServer } from '../testing/test-server'
import { nameFor } from './keep-file'
import { checkPdf } from './read-pdf'

const pdf = (inside: string) =>
  Buffer.from(`%PDF-1.4\n1 0 obj\n<< /Type /Catalog ${inside} >>\nendobj\n%%EOF\n`, 'latin1')
/** One black pixel, with a comment in a chunk of text. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
)

test.each([
  ['a plain document', '', true],
  ['a program', '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>', false],
  ['a program under a spelled name', '/AA << /S /Java#53cript >>', false],
  ['files in it', '/Names << /EmbeddedFiles 3 0 R >>', false],
  ['a program to start', '/S /Launch', false],
  ['a name that begins alike', '/JSTOR (x)', true],
])('a document with %s', (_, inside, isTaken) => {
  expect(checkPdf(pdf(inside)).ok).toBe(isTaken)
})

test.each([
  ['menu.pdf', 'application/pdf', 'menu.pdf'],
  ['menu.exe', 'application/pdf', 'menu.exe.pdf'],
  ['扉.JPEG', 'image/jpeg', '扉.JPEG'],
  ['door', 'image/png', 'door.png'],
])('%s of type %s is saved as %s', (name, type, saved) => {
  expect(nameFor(name, type)).toBe(saved)
})

describeEachDatabase('files of messages to stores', (openDatabase) => {
  let server: TestServer
  let rig: BulletinRig
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    rig = bulletinRig(server)
    await insertPerson(server, 'nils', server.fleet.north, [])
    await insertPerson(server, 'sid', server.fleet.south, ['4-6'])
  })
  afterAll(() => server.close())

  const codeOf = ({ status, body }: Received) => [status, body?.code]
  const put = (as: string, name: string, bytes: Buffer, id = randomUUID()) =>
    server.send('PUT', `/api/v2/bulletins/files/${id}?name=${encodeURIComponent(name)}`, {
      ...{ as, body: bytes, headers: { 'content-type': 'application/octet-stream' } },
    })
  const fetched = (url: string) => server.send('GET', url)
  const urlFor = async (as: string, id: string) =>
    (await server.send('GET', `/api/v2/account/bulletins/${id}`, { as })).body.files[0].url as string

  test('what a file is shows in its content, whatever it is called', async () => {
    expect((await put('admin', 'door.pdf', PNG)).body).toMatchObject({
      type: 'image/png',
      name: 'door.pdf.png',
    })
    expect((await put('admin', 'plan.pdf', pdf(''))).body).toMatchObject({ type: 'application/pdf' })
    expect(codeOf(await put('admin', 'door.png', Buffer.from('<html><script>1</script>')))).toEqual([
      ...[415, 'bulletin.file_type'],
    ])
    expect(codeOf(await put('admin', 'plan.pdf', Buffer.from('%PDF-1.4 without an end')))).toEqual([
      ...[415, 'bulletin.file_type'],
    ])
    expect(codeOf(await put('admin', 'plan.pdf', pdf('/S /JavaScript')))).toEqual([
      415,
      'bulletin.file_script',
    ])
    expect(codeOf(await put('nils', 'plan.pdf', pdf('')))).toEqual([403, 'access.page'])
  })

  test('it is fetched by who may read the message, as long as they may', async () => {
    const { body: file } = await put('admin', '平面圖.pdf', pdf(''))
    const stranger = await put('sid', 'x.pdf', pdf(''), file.id)
    expect(codeOf(stranger)).toEqual([409, 'bulletin.taken'])
    const { north } = server.fleet
    expect(codeOf(await rig.send('sid', server.fleet.south, { files: [file.id] }))).toEqual([
      ...[404, 'bulletin.file_unknown'],
    ])
    const id = await rig.sent('admin', north, { files: [file.id] })
    const url = await urlFor('nils', id)
    const answer = await fetched(url)
    expect([answer.status, answer.bytes.equals(pdf(''))]).toEqual([200, true])
    expect(answer.headers['content-disposition']).toContain('attachment')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    // a file belongs to one message
    expect(codeOf(await rig.send('admin', north, { files: [file.id] }))).toEqual([
      404,
      'bulletin.file_unknown',
    ])
    // whoever is moved elsewhere has a link of a message that is none of theirs any more
    await server.db
      .updateTable('account')
      .set({ departmentId: server.fleet.south })
      .where('login', '=', 'nils')
      .execute()
    expect(codeOf(await fetched(url))).toEqual([404, 'bulletin.file_unknown'])
    await server.db.updateTable('account').set({ departmentId: north }).where('login', '=', 'nils').execute()
    expect((await fetched(url)).status).toBe(200)
    const bare = await server.send('GET', `/api/v2/bulletins/files/${file.id}/file`, { as: 'nils' })
    expect(bare.status).toBe(400)
    await server.send('POST', `/api/v2/bulletins/${id}/withdrawal`, { as: 'admin' })
    expect(codeOf(await fetched(url))).toEqual([404, 'bulletin.file_unknown'])
  })

  test('an account has twenty files that were not sent', async () => {
    const { count } = await server.db
      .selectFrom('bulletinFile')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('bulletinId', 'is', null)
      .executeTakeFirstOrThrow()
    for (let more = Number(count); more < 20; more += 1) await put('admin', 'plan.pdf', pdf(''))
    expect(codeOf(await put('admin', 'plan.pdf', pdf('')))).toEqual([409, 'bulletin.too_many_files'])
  })
})
