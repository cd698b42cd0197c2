import { describe, expect, test } from 'vitest'
import { axisLabels, bandScale, fitText, labelStride, spreadLabels, textWidthPx, valueScale } from './scale'

const frame = { width: 400, height: 200, left: 40, right: 10, top: 10, bottom: 30 }

describe('chart scales', () => {
  test('bars start at zero and the highest tick holds the highest value', () => {
    const { y, ticks } = valueScale([12, 95], frame)
    expect(y(0)).toBe(170)
    expect(ticks[0]).toBe(0)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(95)
  })

  test('a chart without a positive value still has an axis', () => {
    expect(valueScale([0, 0], frame).ticks.length).toBeGreaterThan(1)
  })

  test('ticks are 1, 2 or 5 times a power of ten and lie evenly between the ends', () => {
    expect(valueScale([12, 95], frame).ticks).toEqual([0, 20, 40, 60, 80, 100])
    expect(valueScale([0.21], frame).ticks).toEqual([0, 0.05, 0.1, 0.15, 0.2, 0.25])
    expect(valueScale([-30, 60], frame).ticks).toEqual([-40, -20, 0, 20, 40, 60])
  })

  test('a percentage axis ends at 100', () => {
    expect(valueScale([99.4], frame, 100).ticks.at(-1)).toBe(100)
  })

  test('groups of bars lie within the frame and do not touch each other', () => {
    const band = bandScale(7, 3, frame)
    const firstEnd = band.start(0, 2) + band.bar
    expect(band.start(0, 0)).toBeGreaterThanOrEqual(frame.left)
    expect(band.start(1, 0)).toBeGreaterThan(firstEnd)
    expect(band.start(6, 2) + band.bar).toBeLessThanOrEqual(frame.width - frame.right)
  })

  test('labels are thinned when they do not fit', () => {
    expect(labelStride(50, 40)).toBe(1)
    expect(labelStride(10, 40)).toBe(4)
  })

  test.each([
    ['two broad groups', 2, 'Taipei Xinyi'],
    ['many narrow groups', 40, 'Taipei Xinyi'],
    ['narrow groups with long full-width names', 24, '信義松仁旗艦門市'],
    ['a last name at the edge', 11, '東住吉今川4丁目店'],
  ])(
    'names under the bars keep clear of each other, of the other axis and of the edge: %s',
    (_, count, name) => {
      const narrow = { ...frame, width: 300 }
      const labels = axisLabels(Array(count).fill(name), bandScale(count, 1, narrow), narrow)
      const ends = labels.map(
        ({ x, text }) => [x - textWidthPx(text) / 2, x + textWidthPx(text) / 2] as const,
      )
      expect(labels[0]?.group).toBe(0)
      expect(ends[0]![0]).toBeGreaterThanOrEqual(narrow.left - 1e-9)
      expect(ends.at(-1)![1]).toBeLessThanOrEqual(narrow.width)
      for (const [index, [start]] of ends.slice(1).entries()) expect(start).toBeGreaterThan(ends[index]![1])
    },
  )

  test.each([560, 640, 720, 760, 900])('of thirty days none is cut by an edge: %i px wide', (width) => {
    const wide = { ...frame, width }
    const days = Array.from({ length: 30 }, (_, day) => (day < 4 ? `10月${day + 28}日` : `11月${day - 3}日`))
    const labels = axisLabels(days, bandScale(30, 1, wide), wide)
    expect(labels.length).toBeGreaterThan(4)
    for (const { group, text } of labels) expect(text).toBe(days[group])
  })

  test.each([640, 1080, 1400])('instants of an axis are whole and apart: %i px wide', (width) => {
    const wide = { ...frame, width }
    const hours = Array.from({ length: 96 }, (_, half) => `11月25日 ${String(half >> 2).padStart(2, '0')}:00`)
    const labels = axisLabels(hours, bandScale(96, 2, wide), wide)
    expect(labels.length).toBeGreaterThan(2)
    for (const { group, text } of labels) expect(text).toBe(hours[group])
    const gaps = labels.slice(1).map(({ x, text }, index) => {
      const before = labels[index]!
      return x - textWidthPx(text) / 2 - (before.x + textWidthPx(before.text) / 2)
    })
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(8 - 1e-9)
  })

  test('full-width letters count double and a long text is cut', () => {
    expect(textWidthPx('信義')).toBeCloseTo(27.2)
    expect(fitText('信義松仁門市', 40)).toBe('信義…')
    expect(fitText('Taipei', 60)).toBe('Taipei')
  })

  test('labels of lines that lie close together are pushed apart', () => {
    expect(spreadLabels([100, 92, 20])).toEqual([106, 92, 20])
  })
})
