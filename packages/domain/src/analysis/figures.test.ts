import { expect, test } from 'vitest'
import { completeFigures, figureFaults, figureGroupKeys, figureGroups } from './figures'

test.each(figureGroupKeys)(
  'the usual figures of %s lie within their bounds, and are whole steps',
  (group) => {
    expect(figureFaults(group, completeFigures(group))).toEqual({})
    expect(new Set(figureGroups[group].map(({ key }) => key)).size).toBe(figureGroups[group].length)
  },
)

test('the limits of both sides can never meet', () => {
  for (const group of figureGroupKeys) {
    const find = (key: string) => figureGroups[group].find((one) => one.key === key)
    const [low, high] = [find('low'), find('high')]
    if (low && high) expect(low.highest).toBeLessThan(high.lowest)
  }
})

test('a figure that is missing, unknown, beyond its bounds or between its steps is named', () => {
  const { lag: _, ...rest } = completeFigures('FZ')
  expect(figureFaults('FZ', { ...rest, high: -17.95, grace: 245, low: -30 })).toEqual({
    high: 'range',
    grace: 'range',
    lag: 'missing',
    low: 'unknown',
  })
  expect(figureFaults('FZ', { ...completeFigures('FZ'), high: -18.3 })).toEqual({})
})

test('what was not chosen is as usual', () => {
  expect(completeFigures('HOT', { low: 63 })).toEqual({
    low: 63,
    grace: 30,
    degree_minutes: 150,
    hard_margin: 3,
    lag: 20,
  })
})

test('rates are fair below where they are good', () => {
  expect(figureFaults('connection', { good: 99.5, fair: 95 })).toEqual({})
  expect(figureFaults('connection', { good: 95, fair: 95 })).toEqual({ fair: 'range' })
})

test('the usual weights add up to a hundred', () => {
  expect(Object.values(completeFigures('health')).reduce((sum, weight) => sum + weight, 0)).toBe(100)
  expect(figureFaults('health', { ...completeFigures('health'), deviation: 0, door: 0 })).toEqual({
    deviation: 'range',
  })
})
