import { expect, test } from 'vitest'
import { isPhoneNumber, smsParts, smsText } from './sms-text'

test.each([
  [0, 1],
  [70, 1],
  // from here on, six of the 140 bytes of each part number it: 67 letters are left
  [71, 2],
  [134, 2],
  [135, 3],
])('%i letters are sent in %i parts', (letters, parts) => {
  expect(smsParts('冷'.repeat(letters))).toBe(parts)
})

test('a text that fits into two parts is sent unchanged', () => {
  expect(smsText('冷'.repeat(134))).toBe('冷'.repeat(134))
  expect(smsText(' Too\u00a0warm \n')).toBe('Too warm')
})

test('a longer one is cut between words and shows that something is missing', () => {
  // 26 words of five letters and a space are 156 letters; 22 of them and their spaces 132, without the last 131
  expect(smsText('water '.repeat(26))).toBe(`${'water '.repeat(22).trimEnd()}…`)
  // 120 + 1 letters, then a number that would be torn at the 133rd
  expect(smsText(`${'冷'.repeat(120)} −18.5 °C over the limit of −15.0 °C`)).toBe(
    `${'冷'.repeat(120)} −18.5 °C…`,
  )
  expect(smsText(`${'冷'.repeat(130)}。店舗の温度`)).toBe(`${'冷'.repeat(130)}。店舗…`)
})

test('no letter is cut in two, but an endless word is', () => {
  // 66 of two halves are 132; another one would end at 134
  expect(smsText('🧊'.repeat(80))).toBe(`${'🧊'.repeat(66)}…`)
  expect(smsText('x'.repeat(300))).toBe(`${'x'.repeat(133)}…`)
})

test.each(['+886912345678', '+1202555', '+999999999999999'])('%s is a number', (text) => {
  expect(isPhoneNumber(text)).toBe(true)
})

test.each([
  '0912345678',
  '+0912345678',
  '+886 912 345 678',
  '+886-912',
  '+8869',
  '+1234567890123456',
  '+٨٨٦٩١٢٣٤',
  '',
])('"%s" is not one', (text) => {
  expect(isPhoneNumber(text)).toBe(false)
})
