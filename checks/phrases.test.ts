import { languages as offered } from '@coldkeep/contract/config'
import { problemStatus } from '@coldkeep/contract/problem-status'
import { isLaterText } from '@coldkeep/phrases/later-texts'
import { isServersOwn, staticLanguageFile } from '@coldkeep/phrases/phrases'
import { languages } from '@coldkeep/phrases/translate'
import { expect, test } from 'vitest'
import { filesMatching } from './support/source-tree'

test('the languages on offer are those that have texts', () => {
  expect(offered).toEqual(languages)
})

test.each(languages)('every problem code is worded in %s', (language) => {
  const texts = staticLanguageFile(language)
  const missing = Object.keys(problemStatus).filter((code) => !texts[`errors.${code}`])
  expect(missing).toEqual([])
})

test('the console uses no text that is not sent to it', () => {
  const used = filesMatching(/^packages\/console\/src\/.*\.tsx?$/).flatMap(({ path, text }) =>
    [...text.matchAll(/['`]([a-z]\w*\.[\w.]+)/g)].map(([, key = '']) => `${path}: ${key}`),
  )
  expect(used.length).toBeGreaterThan(1000)
  expect(used.filter((each) => isServersOwn(each.split(': ')[1] ?? ''))).toEqual([])
})

const folderOf = (area: string) => area.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** What waits on a device is shown on every page; each of these files comes with its texts, or next to one that does. */
const comesWithItsTexts =
  /\/(parts\/(RefusalWords|WaitingRequests)|frame\/(WaitingBar|SignOutDialog)|areas\/(repair\/(RenewForm|KeptRenewals|CaseActions|NoteDialog)|upkeep\/CompleteDialog))\.tsx$/

/** Uses of texts that come with the page of their area, by files that may be shown without it. */
function earlyUses(files: readonly { readonly path: string; readonly text: string }[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/['`]([a-z]\w*\.[\w.]+)/g)]
      .map(([, key = '']) => key)
      .filter((key) => isLaterText(key) && !path.includes(`/areas/${folderOf(key.split('.')[0] ?? '')}/`))
      .filter((key) => !key.startsWith('queue.') || !comesWithItsTexts.test(path))
      .map((key) => `${path}: ${key}`),
  )
}

test('texts that come with the page of an area are used by that area alone', () => {
  expect(earlyUses(filesMatching(/^packages\/console\/src\/.*\.tsx?$/))).toEqual([])
  const planted = (path: string) => earlyUses([{ path, text: "t('firmware.what')" }])
  expect(planted('packages/console/src/frame/A.tsx')).toHaveLength(1)
  expect(planted('packages/console/src/areas/firmware/A.tsx')).toEqual([])
})

test('every language has a file for each file of English texts', () => {
  const names = (language: string) =>
    filesMatching(new RegExp(`^packages/phrases/src/${language}/`))
      .map((file) => file.path.split('/').at(-1)!)
      .filter((name) => !/^(english|japanese|simplified-chinese|traditional-chinese)\.ts$/.test(name))
  const english = names('en')
  expect(english.length).toBeGreaterThan(5)
  for (const language of languages) expect(names(language)).toEqual(english)
})

/** Japanese and Chinese texts hold letters of their own; a text copied from English does not. */
const untranslated: Readonly<Record<string, readonly string[]>> = { ja: [], 'zh-CN': [], 'zh-TW': [] }

test.each(['ja', 'zh-CN', 'zh-TW'] as const)('no sentence of %s is still in English', (language) => {
  const english = staticLanguageFile('en')
  const copied = Object.entries(staticLanguageFile(language))
    .filter(
      ([key, text]) => text === english[key] && /[a-z]{3,} [a-z]{2,}/.test(text) && !key.endsWith('_one'),
    )
    .map(([key]) => key)
  expect(copied).toEqual(untranslated[language])
})

test('every kind of audit row that the server names has its text', () => {
  const sources = filesMatching(/^packages\/server\/src\/(?!testing\/).*(?<!\.test)\.ts$/)
  const named = sources
    .filter(({ text }) => /\b(add-?audits?|audit-?(entry|right|equipment)|note|refusal)/i.test(text))
    .flatMap(({ text }) => [...text.matchAll(/\b(?:kind|entry)\b[^'\n]*'([a-z_]+(?:\.[a-z_]+)+)'/g)])
    .map(([, kind = '']) => kind)
    .filter((kind) => !(kind in problemStatus))
  expect(named.length).toBeGreaterThan(40)
  const texts = staticLanguageFile('en')
  expect(named.filter((kind) => !texts[`audit.kind.${kind.replaceAll('.', '_')}`])).toEqual([])
})
