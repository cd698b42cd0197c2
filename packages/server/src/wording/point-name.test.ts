import { createTranslator } from '@coldkeep/phrases/phrases'
import type { Language } from '@coldkeep/phrases/translate'
import { expect, test } from 'vitest'
import { pointName } from './point-name'

test.each<[string, Language, string]>([
  ['Food temperature (U72)', 'zh-TW', '食品溫度 (U72)'],
  ['Food temperature (U72)', 'en', 'Food temperature (U72)'],
  ['Evaporator probe 1 (Pb2)', 'ja', '蒸発器センサー 1 (Pb2)'],
  ['Defrost sensor S5 (u09)', 'zh-CN', '除霜探头 S5 (u09)'],
  ['Reactive energy import plus export L3', 'zh-CN', '正反向无功电量合计 L3'],
  ['Probe 4', 'zh-TW', '感溫棒 4'],
  ['Set point', 'ja', '設定温度'],
  ['Bus timeouts', 'zh-TW', '匯流排逾時數'],
])('%s in %s is %s', (name, language, shown) => {
  expect(pointName(name, createTranslator(language))).toBe(shown)
})

test.each(['', 'Oil level', 'Probe left', 'probe 1', '品温 (U72)', 'toString', '(U72)', 'Two\nlines'])(
  'a name that no built-in model has stays as it was typed: %j',
  (name) => {
    expect(pointName(name, createTranslator('zh-TW'))).toBe(name)
  },
)
