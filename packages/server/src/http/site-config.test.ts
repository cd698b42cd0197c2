import { expect, test } from 'vitest'
import { parseSiteConfig, readSiteConfig } from './site-config'

test('without a file the product shows its own name in four languages', () => {
  const site = readSiteConfig('/nowhere')
  expect(site).toMatchObject({ ok: true, value: { title: 'Coldkeep', url: '', port: '' } })
})

test('a file changes what it names and nothing else', () => {
  const site = parseSiteConfig('{"title":"Polar Foods","color_nav":"#003300"}')
  expect(site).toMatchObject({
    ok: true,
    value: { title: 'Polar Foods', color_nav: '#003300', color_button: '#1B5FAA' },
  })
})

test.each([
  ['{"title":', 'object'],
  ['[]', 'object'],
  ['{"title":7}', 'title'],
  ['{"tilte":"x"}', 'object'],
  ['{"languages":[{"title":"English"}]}', 'languages.0.value'],
  ['{"languages":[]}', 'languages'],
  ['{"url":"not an address"}', 'url'],
])('%s is refused and says where', (text, place) => {
  const site = parseSiteConfig(text)
  expect(site.ok ? '' : site.problem).toContain(place)
})
