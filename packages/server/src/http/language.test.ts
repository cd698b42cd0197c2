import { expect, test } from 'vitest'
import { acceptedLanguage } from './language'

test.each([
  ['', 'en'],
  ['de-DE,de;q=0.9', 'en'],
  ['ja-JP,ja;q=0.9,en;q=0.8', 'ja'],
  ['en;q=0.5,zh-TW;q=0.9', 'zh-TW'],
  ['zh-Hant-HK', 'zh-TW'],
  ['zh', 'zh-CN'],
  ['zh-SG', 'zh-CN'],
  ['fr,ja;q=0,zh-CN;q=0.1', 'zh-CN'],
  [';;;q=,,', 'en'],
])('%j asks for %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language)
})
