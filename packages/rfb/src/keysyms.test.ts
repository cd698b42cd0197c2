import { expect, test } from 'vitest'
import { type KeyEvent, typeKeys, typeText } from './keysyms'

/** `+ff0d -ff0d`: down, up. */
const written = (events: readonly KeyEvent[]) =>
  events.map(({ keysym, isDown }) => `${isDown ? '+' : '-'}${keysym.toString(16)}`).join(' ')

// X Window System Protocol, appendix A; RFC 6143, 7.5.4
test.each([
  ['', ''],
  ['aA', '+61 -61 +41 -41'],
  ['é ÿ', '+e9 -e9 +20 -20 +ff -ff'],
  ['\n\t', '+ff0d -ff0d +ff09 -ff09'],
  ['1\r\n2\r3', '+31 -31 +ff0d -ff0d +32 -32 +ff0d -ff0d +33 -33'],
  ['Ā€中', '+1000100 -1000100 +10020ac -10020ac +1004e2d -1004e2d'],
  ['💩', '+101f4a9 -101f4a9'],
  ['{Enter}', '+7b -7b +45 -45 +6e -6e +74 -74 +65 -65 +72 -72 +7d -7d'],
])('the text %j is typed', (text, keys) => {
  expect(written(typeText(text))).toBe(keys)
})

test.each([
  ['a{{b}', '+61 -61 +7b -7b +62 -62 +7d -7d'],
  ['{Enter}x', '+ff0d -ff0d +78 -78'],
  ['{esc}{ESC}', '+ff1b -ff1b +ff1b -ff1b'],
  ['{F1}{F12}', '+ffbe -ffbe +ffc9 -ffc9'],
  ['{Left}{Up}{Right}{Down}', '+ff51 -ff51 +ff52 -ff52 +ff53 -ff53 +ff54 -ff54'],
  ['{Home}{PageUp}{PageDown}{End}', '+ff50 -ff50 +ff55 -ff55 +ff56 -ff56 +ff57 -ff57'],
  ['{Backspace}{Tab}{Insert}{Delete}{Space}', '+ff08 -ff08 +ff09 -ff09 +ff63 -ff63 +ffff -ffff +20 -20'],
  ['{Ctrl+c}', '+ffe3 +63 -63 -ffe3'],
  ['{Ctrl+C}', '+ffe3 +63 -63 -ffe3'],
  ['{Ctrl+Alt+Delete}', '+ffe3 +ffe9 +ffff -ffff -ffe9 -ffe3'],
  ['{Alt+F4}{Shift+Tab}{Win+r}', '+ffe9 +ffc1 -ffc1 -ffe9 +ffe1 +ff09 -ff09 -ffe1 +ffeb +72 -72 -ffeb'],
  ['{Ctrl++}', '+ffe3 +2b -2b -ffe3'],
  ['é{Enter}💩', '+e9 -e9 +ff0d -ff0d +101f4a9 -101f4a9'],
  ['a\r\nb', '+61 -61 +ff0d -ff0d +62 -62'],
])('the keys %j are pressed', (text, keys) => {
  expect(written(typeKeys(text))).toBe(keys)
})

test.each(['\u{0}', '\u{1b}', '\u{7f}', '\u{9b}', '\ud83d', 'a\udca9b'])('%j cannot be typed', (text) => {
  const fault = expect.objectContaining({ name: 'RfbError', code: 'text' })
  expect(() => typeText(text)).toThrow(fault)
  expect(() => typeKeys(text)).toThrow(fault)
})

test.each([
  '{',
  'a{',
  '{Enter',
  '{}',
  '{Entre}',
  '{F13}',
  '{a}',
  '{Ctrl}',
  '{Ctrl+}',
  '{Strg+c}',
  '{+c}',
  '{a{b}}',
])('no keys are %j', (text) => {
  expect(() => typeKeys(text)).toThrow(expect.objectContaining({ code: 'text' }))
})
