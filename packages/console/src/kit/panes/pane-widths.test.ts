import { expect, test } from 'vitest'
import { evenShares, movedEdge } from './pane-widths'

const rounded = (shares: readonly number[]) => shares.map((share) => Math.round(share * 1000) / 1000)

test('what one pane gains its neighbour gives, the others stay', () => {
  expect(rounded(movedEdge([0.3, 0.3, 0.4], 0, 0.1))).toEqual([0.4, 0.2, 0.4])
  expect(rounded(movedEdge([0.3, 0.3, 0.4], 1, -0.1))).toEqual([0.3, 0.2, 0.5])
})

test('no pane becomes too narrow to read', () => {
  expect(rounded(movedEdge([0.3, 0.3, 0.4], 0, 0.9))).toEqual([0.48, 0.12, 0.4])
  expect(rounded(movedEdge([0.3, 0.3, 0.4], 0, -0.9))).toEqual([0.12, 0.48, 0.4])
})

test('panes begin with the same width', () => {
  expect(evenShares(4)).toEqual([0.25, 0.25, 0.25, 0.25])
})
