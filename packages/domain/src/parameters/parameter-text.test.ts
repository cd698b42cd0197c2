import { describe, expect, test } from 'vitest'
import type { Parameter } from './parameter'
import { readParameterText, writeParameterText } from './parameter-text'

const parameter = (code: string, lowest: number, highest: number, step: number): Parameter => ({
  ...{ code, name: code, note: '', unit: '°C', group: 'regulation', isSetPoint: false },
  ...{ lowest, highest, step, factoryValue: null, applyOrder: 1, source: '' },
})
const parameters = [parameter('set-point', -30, 10, 0.1), parameter('defrost interval', 0, 48, 1)]
const read = (text: string) => readParameterText(text, parameters)

describe('a text that sets parameters', () => {
  test('is read line by line, with reasons', () => {
    expect(read('# from the phone\n\nset-point = -18.5 # too warm\r\ndefrost interval: 8').values).toEqual([
      { line: 3, code: 'set-point', value: -18.5, reason: 'too warm' },
      { line: 4, code: 'defrost interval', value: 8, reason: '' },
    ])
  })

  test.each([
    'set-point -18,5',
    'SET-POINT=-18.5',
    'ｓｅｔ－ｐｏｉｎｔ＝－１８．５',
    '  set-point :  -18.5  ',
  ])('%j is the same', (text) => {
    expect(read(text).values).toEqual([{ line: 1, code: 'set-point', value: -18.5, reason: '' }])
  })

  test.each([
    ['set-point', 'form'],
    ['set-point = warm', 'number'],
    ['set-point = 1e1', 'number'],
    ['colour = 3', 'unknown'],
    ['set-point = -31', 'range'],
    ['set-point = 10.1', 'range'],
    ['set-point = -18.55', 'step'],
    ['defrost interval = 7.5', 'step'],
  ])('of %j is said: %s', (text, fault) => {
    const { values, faults } = read(`defrost interval = 6\n${text}`)
    expect([...faults]).toEqual([[2, fault]])
    expect(values).toHaveLength(1)
  })

  test('a parameter is set once', () => {
    expect([...read('set-point = 1\nSet-Point = 2').faults]).toEqual([[2, 'twice']])
  })

  test('what is written is read again as it was', () => {
    const values = [
      { code: 'set-point', value: -18.5, comment: 'SP' },
      { code: 'defrost interval', value: 8, comment: '' },
    ]
    const text = writeParameterText(values)
    expect(text).toBe('set-point = -18.5  # SP\ndefrost interval = 8')
    expect(read(text).values.map(({ code, value }) => [code, value])).toEqual([
      ['set-point', -18.5],
      ['defrost interval', 8],
    ])
  })
})
