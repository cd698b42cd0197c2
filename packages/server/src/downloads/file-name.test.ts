import { expect, test } from 'vitest'
import { fileName } from './file-name'

test.each([
  ['台北門市 冷凍櫃.csv', '台北門市 冷凍櫃.csv'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['C:\\Windows\\win.ini', 'C_Windows_win.ini'],
  ['a\r\nset-cookie: b.csv', 'a_set-cookie_ b.csv'],
  ['report\u202evsc.exe', 'report_vsc.exe'],
  ['...', '_'],
  ['', '_'],
  ['nul.csv', '_nul.csv'],
  ['half \ud800 pair', 'half _ pair'],
  ['  .hidden ', 'hidden'],
])('%j becomes %j', (text, expected) => {
  expect(fileName(text)).toBe(expected)
})

test('a long name keeps its ending', () => {
  expect(fileName(`${'冷'.repeat(300)}.xlsx`)).toBe(`${'冷'.repeat(115)}.xlsx`)
})
