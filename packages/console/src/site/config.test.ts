import { expect, test } from 'vitest'
import { defaultConfig, firstLanguage, readConfig, serviceBase } from './config'

const offered = ['en', 'ja', 'zh-CN', 'zh-TW']

test('a configuration with nothing usable in it starts the console with defaults', () => {
  expect(readConfig(null)).toEqual(defaultConfig)
  expect(readConfig({ title: 7, languages: 'ja', color_nav: '' })).toEqual(defaultConfig)
})

test('good values are used even next to bad ones', () => {
  const config = readConfig({ title: 'Frost', languages: [{ title: '日本語', value: 'ja' }, { value: 3 }] })
  expect(config.title).toBe('Frost')
  expect(config.languages).toEqual([{ title: '日本語', value: 'ja' }])
})

test('the first of the browser languages that is on offer wins', () => {
  expect(firstLanguage(offered, null, ['fr-FR', 'ja-JP', 'en'])).toBe('ja')
  expect(firstLanguage(['en', 'ja'], null, ['zh-TW', 'ja'])).toBe('ja')
  expect(firstLanguage(['en', 'en-GB', 'pt-BR'], null, ['pt-br'])).toBe('pt-BR')
  expect(firstLanguage(['en', 'en-GB'], null, ['en-GB', 'en'])).toBe('en-GB')
})

test('Chinese is distinguished by script and region', () => {
  expect(firstLanguage(offered, null, ['zh-Hant-TW'])).toBe('zh-TW')
  expect(firstLanguage(offered, null, ['zh-HK'])).toBe('zh-TW')
  expect(firstLanguage(offered, null, ['zh'])).toBe('zh-CN')
  expect(firstLanguage(offered, null, ['zh-Hans-SG'])).toBe('zh-CN')
})

test('a remembered choice wins while it is on offer, English is used when nothing fits', () => {
  expect(firstLanguage(offered, 'zh-TW', ['ja'])).toBe('zh-TW')
  expect(firstLanguage(['en', 'ja'], 'zh-TW', ['fr'])).toBe('en')
})

test('an empty address is the place the page came from', () => {
  expect(serviceBase({ url: '', port: '8080' })).toBe('')
  expect(serviceBase({ url: 'https://a.example/', port: '8443' })).toBe('https://a.example:8443')
})
