import { describe, expect, test } from 'vitest'
import {
  choiceText,
  chosenPoints,
  firstChoice,
  groupByUnit,
  type LivePoint,
  statePoints,
} from './device-curves'

const point = (id: number, kind: string, unit: string) =>
  ({ id, name: kind, kind, unit }) as unknown as LivePoint
const ids = (points: readonly LivePoint[]) => points.map((one) => one.id)

const cabinet = [
  point(1, 'air_temperature', '°C'),
  point(2, 'superheat', 'K'),
  point(3, 'compressor', ''),
  point(4, 'setpoint', '°C'),
]
const meter = [
  point(5, 'voltage', 'V'),
  point(6, 'current', 'A'),
  point(7, 'energy', 'kWh'),
  point(8, 'frequency', 'Hz'),
]

describe('curves of a device', () => {
  test('a cabinet shows its temperatures first, its states as lanes', () => {
    expect(ids(firstChoice(cabinet))).toEqual([1, 4])
    expect(ids(statePoints(cabinet))).toEqual([3])
  })

  test('without a main quantity the first two that can be drawn are shown, never a running total', () => {
    expect(ids(firstChoice(meter))).toEqual([5, 6])
    expect(ids(chosenPoints(meter, '7.8'))).toEqual([8])
  })

  test('the address names a choice only where it differs from the first', () => {
    expect(choiceText(cabinet, firstChoice(cabinet))).toBe(undefined)
    const chosen = chosenPoints(cabinet, '2.1')
    expect(ids(chosen)).toEqual([1, 2])
    expect(choiceText(cabinet, chosen)).toBe('1.2')
  })

  test('points of one unit share a chart', () => {
    expect(groupByUnit(cabinet).map((group) => [group.unit, ids(group.points)])).toEqual([
      ['°C', [1, 4]],
      ['K', [2]],
      ['', [3]],
    ])
  })
})
