import { describe, expect, test } from 'vitest'
import { arrowHead, faultOfMark, type Mark, type MarkPoint, MOST_LINE_POINTS, nextNumber } from './mark'

const picture = { width: 640, height: 480 }
const mark = (parts: Partial<Mark>): Mark => ({
  kind: 'arrow',
  color: 'red',
  points: [
    [10, 10],
    [100, 100],
  ],
  text: '',
  ...parts,
})
const points = (count: number): MarkPoint[] => Array.from({ length: count }, (_, place) => [place, place])

describe('what is drawn', () => {
  test.each([
    ['an arrow', {}],
    [
      'a ring to the edges',
      {
        kind: 'ring',
        points: [
          [0, 0],
          [640, 480],
        ],
      },
    ],
    ['the longest line', { kind: 'line', points: points(MOST_LINE_POINTS) }],
    ['a number', { kind: 'number', points: [[5, 5]], text: '12' }],
    ['words', { kind: 'text', points: [[5, 5]], text: '先關這裡' }],
  ] as const)('%s is taken', (_, parts) => {
    expect(faultOfMark(mark(parts as Partial<Mark>), picture)).toBeNull()
  })

  test.each([
    ['an arrow of one point', { points: [[1, 1]] }, 'points'],
    ['a line of one point', { kind: 'line', points: [[1, 1]] }, 'points'],
    ['a line that never ends', { kind: 'line', points: points(MOST_LINE_POINTS + 1) }, 'points'],
    [
      'a point beside the picture',
      {
        points: [
          [1, 1],
          [641, 1],
        ],
      },
      'outside',
    ],
    [
      'a point above the picture',
      {
        points: [
          [1, 1],
          [1, -1],
        ],
      },
      'outside',
    ],
    ['words without letters', { kind: 'text', points: [[1, 1]], text: '  ' }, 'text'],
    ['words that are too long', { kind: 'text', points: [[1, 1]], text: 'x'.repeat(81) }, 'text'],
    ['a number that is none', { kind: 'number', points: [[1, 1]], text: 'A' }, 'text'],
    ['a ring with words', { kind: 'ring', text: 'here' }, 'text'],
  ] as const)('%s is refused', (_, parts, fault) => {
    expect(faultOfMark(mark(parts as Partial<Mark>), picture)).toBe(fault)
  })
})

test('numbers go on after the highest that stands', () => {
  const numbered = (text: string) => mark({ kind: 'number', points: [[1, 1]], text })
  expect(nextNumber([])).toBe(1)
  expect(nextNumber([numbered('2'), mark({}), numbered('1')])).toBe(3)
})

test('the head of an arrow to the right opens to the left, above and below', () => {
  // sin and cos of π/7: 0.43388, 0.90097
  const [above, below] = arrowHead(
    [
      [0, 0],
      [100, 0],
    ],
    10,
  )
  expect(above[0]).toBeCloseTo(90.99, 2)
  expect(above[1]).toBeCloseTo(-4.339, 3)
  expect(below[1]).toBeCloseTo(4.339, 3)
})
