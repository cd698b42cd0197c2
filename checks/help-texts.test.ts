import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pages } from '../packages/console/src/frame/pages'
import { pageHelp } from '../packages/console/src/site/page-help'
import type { pagePaths } from '../packages/console/src/site/paths'
import { readHelpContent } from '../packages/server/src/help/help-content'
import { licenceFile, licencesIn, licenceText } from '../tools/print-licences'

const lockFile = join(import.meta.dirname, '../package-lock.json')
const built = new Set(pages.filter(({ screen }) => screen !== undefined).map(({ path }) => path))
const { texts } = readHelpContent()
const words = texts.flatMap(({ key, texts: all }) =>
  Object.entries(all).map(([language, { content }]) => ({ name: `${key} (${language})`, content })),
)

describe('texts of help', () => {
  test('lead to pages that are there', () => {
    const links = words.flatMap(({ name, content }) =>
      [...content.matchAll(/\]\(([^)]*)\)/g)].map(([, href = '']) => ({
        name,
        path: href.split('?')[0] ?? '',
      })),
    )
    expect(links.length).toBeGreaterThan(100)
    expect(
      links.filter(({ path }) => !built.has(path as (typeof pagePaths)[keyof typeof pagePaths])),
    ).toEqual([])
  })

  test('have neither headings, pictures nor tags', () => {
    expect(words.filter(({ content }) => /^#|!\[|<[a-z/]/im.test(content)).map(({ name }) => name)).toEqual(
      [],
    )
  })

  test('lead to the same pages in every language', () => {
    const linksOf = (content: string) =>
      [...content.matchAll(/\]\(([^)]*)\)/g)].map(([, href]) => href).toSorted()
    const differing = texts.filter(
      ({ texts: all }) =>
        new Set(Object.values(all).map(({ content }) => linksOf(content).join(' '))).size > 1,
    )
    expect(differing.map(({ key }) => key)).toEqual([])
  })
})

test('pages lead to answers that are there', () => {
  const keys = new Set(texts.filter(({ page }) => page === 'faq').map(({ key }) => key))
  const named = Object.values(pageHelp)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((key) => key === undefined || !keys.has(key))).toEqual([])
})

describe('licences', () => {
  test('are those of the lock file; npx tsx tools/print-licences.ts prints them', () => {
    expect(readFileSync(licenceFile, 'utf8')).toBe(licenceText(lockFile))
  })

  test('are named of every package', () => {
    expect(licencesIn(lockFile).filter(({ licence }) => licence === '')).toEqual([])
  })
})
