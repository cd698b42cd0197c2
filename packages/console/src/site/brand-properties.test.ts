import { expect, test } from 'vitest'
import { contrast, parseHex } from '../kit/theme/contrast'
import { toHex, toOklch, toRgb } from '../kit/theme/oklch'
import { defaultColors } from './brand-colors'
import { brandProperties } from './brand-properties'

const rgb = (hex: string) => parseHex(hex)!
const ratio = (one: string, other: string) => contrast(rgb(one), rgb(other))
const difficult = [
  '#ffd400',
  '#7f7f7f',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#8a5cf6',
  '#767676',
  '#00b7c3',
  '#ffffff',
  '#000000',
]
const properties = (color: string) =>
  brandProperties({ nav: color, button: color, error: color }) as Record<string, string>

test('the default colours leave the style file alone', () => {
  expect(brandProperties(defaultColors)).toEqual({})
})

test.each(['', 'blue', 'url(//evil)', '#12', 'rgb(1,2,3)'])(
  '%s is no colour and changes nothing',
  (color) => {
    expect(properties(color)).toEqual({})
  },
)

test.each(difficult)('text on bar, button and destructive button reads on %s', (color) => {
  const made = properties(color)
  expect(ratio(made['--on-nav']!, made['--nav-light']!)).toBeGreaterThanOrEqual(4.5)
  expect(ratio(made['--on-nav']!, made['--nav-dark']!)).toBeGreaterThanOrEqual(4.5)
  expect(ratio(made['--on-brand']!, made['--brand']!)).toBeGreaterThanOrEqual(4.5)
  expect(ratio(made['--on-danger']!, made['--danger-fill']!)).toBeGreaterThanOrEqual(4.5)
})

test.each(difficult)(
  'links and errors made from %s read on light and dark surfaces and on their tint',
  (color) => {
    const made = properties(color)
    for (const ground of ['#ffffff', '#f2f4f7', made['--brand-tint-light']!]) {
      expect(ratio(made['--brand-ink-light']!, ground)).toBeGreaterThanOrEqual(4.5)
    }
    for (const ground of ['#171d24', made['--brand-tint-dark']!]) {
      expect(ratio(made['--brand-ink-dark']!, ground)).toBeGreaterThanOrEqual(4.5)
    }
    expect(ratio(made['--danger-light']!, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(ratio(made['--danger-dark']!, '#171d24')).toBeGreaterThanOrEqual(4.5)
  },
)

test('a colour that reads already is kept as it is', () => {
  const made = brandProperties({ ...defaultColors, nav: '#003366', button: '#0a5c36' })
  expect(made['--nav-light']).toBe('#003366')
  expect(made['--brand']).toBe('#0a5c36')
  expect(made['--brand-ink-light']).toBe('#0a5c36')
})

test('a grey on which neither white nor dark text reads is darkened', () => {
  const made = brandProperties({ ...defaultColors, nav: '#828282' })
  expect(made['--nav-light']).not.toBe('#828282')
  expect(made['--on-nav']).toBe('#ffffff')
})

test('alarm and chart colours never come from branding', () => {
  expect(Object.keys(properties('#ff0000')).filter((name) => /alarm|chart/.test(name))).toEqual([])
})

test('OKLCH of the published example: #ff0000 is 62.8 % light, chroma 0.2577, hue 29.23°', () => {
  const red = toOklch(rgb('#ff0000'))
  expect(red.lightness).toBeCloseTo(0.628, 3)
  expect(red.chroma).toBeCloseTo(0.2577, 3)
  expect(red.hue).toBeCloseTo(29.23, 1)
  expect(toHex(toRgb(red))).toBe('#ff0000')
})
