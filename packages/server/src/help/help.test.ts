import { languages } from '@coldkeep/contract/config'
import { helpCategories } from '@coldkeep/domain/help/help-text'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { parseHelpFile, readHelpContent } from './help-content'

interface Entry {
  readonly key: string
  readonly title: string
  readonly content: string
  readonly language: string
  readonly is_shown: boolean
  readonly is_helpful: boolean | null
  readonly verdicts: { readonly helpful: number; readonly unhelpful: number } | null
}
type Categories = Readonly<Record<string, { readonly title: string; readonly entries: readonly Entry[] }>>

describeEachDatabase('texts of help', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { company, north } = server.fleet
    await insertPerson(server, 'author', company, ['5-1', '5-2', '2-2-4'])
    await insertPerson(server, 'second', company, ['5-1', '5-2', '2-2-4'])
    await insertPerson(server, 'reader', company, ['5-1', '5-2'])
    await insertPerson(server, 'northern', north, ['5-1', '5-2', '2-2-4'])
    await insertPerson(server, 'stranger', company, ['1-1'])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    for (const table of ['helpVersion', 'helpVerdict', 'helpSearch'] as const)
      await server.db.deleteFrom(table).execute()
  })

  const faq = async (as = 'reader', language = 'en') => {
    const { status, body } = await server.send('GET', '/api/v2/faq', {
      as,
      headers: { 'accept-language': language },
    })
    expect(status).toBe(200)
    return body as { categories: Categories; may_edit: boolean }
  }
  const entries = async (as = 'reader', language = 'en') =>
    Object.values((await faq(as, language)).categories).flatMap((category) => category.entries)
  const first = async () => {
    const [entry] = await entries()
    if (entry === undefined) throw new Error('no question')
    return entry
  }
  const save = (key: string, body: object, as = 'author') =>
    server.send('PUT', `/api/v2/help/${key}`, { as, body })
  const change = { page: 'faq', category: null, is_shown: true }
  const own = 'own-5b1f0c9a'
  const inEnglish = { en: { title: 'Whom do I call at night?', content: 'The **night desk**.' } }

  test('come with the product in all languages, by category', async () => {
    for (const language of languages) {
      const { categories, may_edit } = await faq('reader', language)
      expect(may_edit).toBe(false)
      expect(Object.keys(categories)).toEqual(helpCategories.filter((one) => one !== 'company'))
      const all = Object.values(categories).flatMap((category) => category.entries)
      expect(all.length).toBeGreaterThanOrEqual(35)
      expect(new Set(all.map((entry) => entry.language))).toEqual(new Set([language]))
    }
  })

  test('are for accounts with their page', async () => {
    expect(await server.send('GET', '/api/v2/faq', { as: 'stranger' })).toMatchObject({
      status: 403,
      body: { code: 'access.page' },
    })
    expect(await server.send('GET', '/api/v2/about', { as: 'stranger' })).toMatchObject({ status: 403 })
  })

  test('are changed by who sets rights for the whole organisation, and keep what they said', async () => {
    const { key, title } = await first()
    const changed = await save(key, { ...change, texts: inEnglish, version: 0 })
    expect(changed.status).toBe(200)
    expect(changed.body.versions).toMatchObject([
      { texts: inEnglish, is_shown: true, changed_by: 'author' },
      { version: 0, texts: { en: { title } }, changed_at: null },
    ])
    expect(await first()).toMatchObject({ key, title: inEnglish.en.title, content: 'The **night desk**.' })
    // a language that the change left out shows another one
    expect((await entries('reader', 'ja'))[0]).toMatchObject({ key, language: 'en' })
    for (const as of ['reader', 'northern'])
      expect(await save(key, { ...change, texts: inEnglish, version: 0 }, as)).toMatchObject({
        status: 403,
        body: { code: 'access.page' },
      })
  })

  test('are not overwritten by who read an older wording', async () => {
    const { key } = await first()
    await save(key, { ...change, texts: inEnglish, version: 0 })
    const late = await save(key, { ...change, texts: inEnglish, version: 0 }, 'second')
    expect(late).toMatchObject({ status: 409, body: { code: 'row.changed' } })
    expect(late.body.present.versions[0]).toMatchObject({ changed_by: 'author' })
    const kept = await server.db.selectFrom('helpVersion').selectAll().execute()
    expect(kept).toHaveLength(1)
  })

  test('of two who save at once one is kept', async () => {
    const { key } = await first()
    const writes = await Promise.all(
      ['author', 'second'].map((as) => save(key, { ...change, texts: inEnglish, version: 0 }, as)),
    )
    expect(writes.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('that are hidden are seen by their editors alone', async () => {
    const { key } = await first()
    await save(key, { ...change, texts: inEnglish, is_shown: false, version: 0 })
    expect((await entries()).map((entry) => entry.key)).not.toContain(key)
    expect((await entries('author')).find((entry) => entry.key === key)).toMatchObject({ is_shown: false })
  })

  test('of the organisation stand in their category, once', async () => {
    const write = { ...change, category: 'company', texts: inEnglish, version: null }
    expect(await save(own, write)).toMatchObject({ status: 200 })
    expect(await save(own, write)).toMatchObject({ status: 409 })
    const { categories } = await faq()
    expect(categories.company).toMatchObject({
      title: 'From your company',
      entries: [{ key: own, title: inEnglish.en.title }],
    })
    expect(Object.keys(categories).at(-1)).toBe('company')
  })

  test.each([
    [
      'of a key that no text has',
      'no-such-text',
      { category: 'alarms', texts: inEnglish, version: null },
      404,
    ],
    ['without a category', own, { category: null, texts: inEnglish, version: null }, 400],
    ['without a word', own, { category: 'alarms', texts: {}, version: null }, 400],
    [
      'of a title alone',
      own,
      { category: 'alarms', texts: { en: { title: 'a', content: ' ' } }, version: null },
      400,
    ],
    ['in another language', own, { category: 'alarms', texts: { fr: inEnglish.en }, version: null }, 400],
    [
      'that are too long',
      own,
      { category: 'alarms', texts: { en: { title: 'a', content: 'x'.repeat(6_001) } }, version: null },
      400,
    ],
  ] as const)('%s are refused', async (_, key, body, status) => {
    expect(await save(key, { ...change, ...body })).toMatchObject({ status })
    expect(await server.db.selectFrom('helpVersion').selectAll().execute()).toEqual([])
  })

  test('are judged once by each account, and editors see the sums', async () => {
    const { key } = await first()
    const judge = (as: string, is_helpful: boolean) =>
      server.send('PUT', `/api/v2/help/${key}/verdict`, { as, body: { is_helpful } })
    await judge('reader', true)
    await judge('reader', false)
    await judge('second', true)
    expect(await first()).toMatchObject({ is_helpful: false, verdicts: null })
    expect((await entries('author'))[0]).toMatchObject({
      is_helpful: null,
      verdicts: { helpful: 1, unhelpful: 1 },
    })
    expect(
      await server.send('PUT', '/api/v2/help/no-such-text/verdict', {
        as: 'reader',
        body: { is_helpful: true },
      }),
    ).toMatchObject({ status: 404, body: { code: 'help.unknown' } })
  })

  test('that were searched for and not found are counted for editors', async () => {
    const search = (text: string) =>
      server.send('POST', '/api/v2/help/searches', { as: 'reader', body: { text } })
    await search('  Ice  cream ')
    await search('ICE CREAM')
    await search('lift')
    const list = () => server.send('GET', '/api/v2/help/searches', { as: 'author' })
    expect((await list()).body.searches).toMatchObject([
      { text: 'ice cream', language: 'en', count: 2 },
      { text: 'lift', count: 1 },
    ])
    expect(await server.send('GET', '/api/v2/help/searches', { as: 'reader' })).toMatchObject({ status: 403 })
    const remove = (as: string) =>
      server.send('DELETE', '/api/v2/help/searches?text=ice%20cream&language=en', { as })
    expect(await remove('reader')).toMatchObject({ status: 403 })
    expect(await remove('author')).toMatchObject({ status: 200 })
    expect((await list()).body.searches).toMatchObject([{ text: 'lift' }])
  })

  test('about the product say its version, licences, and what the organisation wrote', async () => {
    const about = async () => (await server.send('GET', '/api/v2/about', { as: 'reader' })).body
    const before = await about()
    expect(before.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(before.licences).toContainEqual({
      name: 'fastify',
      version: expect.stringMatching(/^5\./),
      licence: 'MIT',
    })
    await save(own, { ...change, page: 'about', texts: inEnglish, version: null })
    const after = await about()
    expect(after.sections).toHaveLength(before.sections.length + 1)
    expect(after.sections.at(-1)).toMatchObject({ key: own, title: inEnglish.en.title })
  })

  test('are read with all their versions by editors alone', async () => {
    const { key } = await first()
    const read = (as: string, of = key) => server.send('GET', `/api/v2/help/${of}`, { as })
    const { body } = await read('author')
    expect(body).toMatchObject({ key, page: 'faq', versions: [{ version: 0, is_shown: true }] })
    expect(Object.keys(body.versions[0].texts).toSorted()).toEqual([...languages].toSorted())
    expect(await read('reader')).toMatchObject({ status: 403 })
    expect(await read('author', 'no-such-text')).toMatchObject({ status: 404 })
  })
})

describe('files of help', () => {
  test('are texts under headings that end in their keys', () => {
    expect(
      parseHelpFile('# Alarms\n\n## Why? {#why}\n\nBecause.\n\n- one\n\n## How? {#how-so}\nSo.\n'),
    ).toEqual({
      title: 'Alarms',
      texts: [
        { key: 'why', title: 'Why?', content: 'Because.\n\n- one' },
        { key: 'how-so', title: 'How?', content: 'So.' },
      ],
    })
  })

  test.each([
    ['without a title', '## Why? {#why}\nBecause.'],
    ['with a heading without a key', '# Alarms\n## Why?\nBecause.'],
  ])('%s are refused', (_, text) => {
    expect(() => parseHelpFile(text)).toThrow()
  })

  test('have each key once', () => {
    const keys = readHelpContent().texts.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
