import { expect, test } from 'vitest'
import { contrast, headColors, parseHex } from './contrast'

const rgb = (hex: string) => parseHex(hex)!

test('black on white is 21:1, the extreme of the formula', () => {
  expect(contrast(rgb('#000'), rgb('#ffffff'))).toBeCloseTo(21, 5)
})

test('#767676 is the lightest grey that reads on white at 4.5:1', () => {
  expect(contrast(rgb('#767676'), rgb('#fff'))).toBeGreaterThanOrEqual(4.5)
  expect(contrast(rgb('#777777'), rgb('#fff'))).toBeLessThan(4.5)
})

test('a head keeps its colours while they can be read', () => {
  expect(headColors('#12263a', '#ffffff')).toEqual({ fill: '#12263a', ink: '#ffffff' })
})

test('ink that cannot be read flips to black or white', () => {
  expect(headColors('#f2c200', '#ffffff')).toEqual({ fill: '#f2c200', ink: '#000000' })
  expect(headColors('#12263a', '#0a0f14')).toEqual({ fill: '#12263a', ink: '#ffffff' })
})

test('what is no colour is not taken over', () => {
  expect(headColors('url(evil)', '#fff')).toEqual({})
  expect(headColors(undefined, '#fff')).toEqual({})
})
