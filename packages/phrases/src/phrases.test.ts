import { expect, test } from 'vitest'
import { laterAreas, laterTexts } from './later-texts'
import { consoleTexts, createTranslator, isServersOwn, staticLanguageFile } from './phrases'
import { type Language, languages } from './translate'

const names = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map((match) => match[1]).sort()

test.each(languages)('every text of %s names only values that the English text names', (language) => {
  const english = staticLanguageFile('en')
  const foreign = Object.entries(staticLanguageFile(language)).filter(([key, text]) => {
    const expected = names(english[key]!)
    return names(text).some((name) => !expected.includes(name))
  })
  expect(foreign).toEqual([])
})

test.each(['ja', 'zh-CN', 'zh-TW'] as const)('%s keeps every value of the English text', (language) => {
  const english = staticLanguageFile('en')
  const lost = Object.entries(staticLanguageFile(language)).filter(([key, text]) =>
    names(english[key]!).some((name) => !names(text).includes(name)),
  )
  expect(lost).toEqual([])
})

test.each(['ja', 'zh-CN', 'zh-TW'] as const)('%s is not sent the singular of English texts', (language) => {
  expect(Object.keys(staticLanguageFile(language)).filter((key) => key.endsWith('_one'))).toEqual([])
  expect(staticLanguageFile('en')).toHaveProperty(['units.stores_one'])
})

test('English distinguishes one from many, Japanese and Chinese do not', () => {
  expect(createTranslator('en')('units.stores', { count: 1 })).toBe('1 store')
  expect(createTranslator('en')('units.stores', { count: 1284 })).toBe('1,284 stores')
  expect(createTranslator('ja')('units.stores', { count: 1 })).toBe('1 店舗')
  expect(createTranslator('zh-TW')('units.stores', { count: 1284 })).toBe('1,284 家門市')
})

test('fixed terms are spelled as fixed', () => {
  const term = (language: Language) => {
    const t = createTranslator(language)
    return [
      t('shell.words.inquire'),
      t('shell.words.noData'),
      t('shell.words.cloudError'),
      t('kit.field.required'),
    ]
  }
  expect(term('en')).toEqual(['Inquire', 'No data', 'Cloud connection error', 'Required'])
  expect(term('ja')).toEqual(['照会', 'データがありません', 'クラウド接続エラー', '必須項目です'])
  expect(term('zh-CN')).toEqual(['查询', '暂无数据', '云端连接错误', '必填'])
  expect(term('zh-TW')).toEqual(['查詢', '無資料', '雲端連線錯誤', '必填'])
})

test.each(languages)('texts of %s that come with their page are not sent at the start', async (language) => {
  const sent = consoleTexts(language)
  const areas = await Promise.all(laterAreas.map((area) => laterTexts(area, language)))
  const later: Readonly<Record<string, string>> = Object.assign({}, ...areas)
  expect(later['firmware.what']).toBe(staticLanguageFile(language)['firmware.what'])
  expect(Object.keys(later).length).toBeGreaterThan(100)
  expect(Object.keys(later).filter((key) => key in sent)).toEqual([])
  // none lies in neither
  const lost = Object.keys(staticLanguageFile(language)).filter(
    (key) => !(key in sent) && !(key in later) && !isServersOwn(key),
  )
  expect(lost).toEqual([])
})
