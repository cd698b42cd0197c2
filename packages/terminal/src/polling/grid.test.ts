import type { TerminalId } from '@coldkeep/domain/ids'
import { epochMs } from '@coldkeep/domain/time/instant'
import { describe, expect, test } from 'vitest'
import { gridOf, latestOnGrid, nextOnGrid } from './grid'

const at = (text: string) => epochMs(Date.parse(text))

describe('a period of five minutes moved by 73 s', () => {
  const grid = { periodMs: 300_000, offsetMs: 73_000 }

  test('begins 1 min 13 s after every fifth minute', () => {
    expect(nextOnGrid(grid, at('2026-11-20T10:00:00Z'))).toBe(at('2026-11-20T10:01:13Z'))
    expect(nextOnGrid(grid, at('2026-11-20T10:01:13Z'))).toBe(at('2026-11-20T10:06:13Z'))
    expect(latestOnGrid(grid, at('2026-11-20T10:01:12.999Z'))).toBe(at('2026-11-20T09:56:13Z'))
    expect(latestOnGrid(grid, at('2026-11-20T10:01:13Z'))).toBe(at('2026-11-20T10:01:13Z'))
  })
})

test('a terminal keeps its offset, and a thousand terminals spread over the whole period', () => {
  const offsets = Array.from({ length: 1_000 }, (_, index) => {
    const id = `TB-${String(index).padStart(6, '0')}` as TerminalId
    expect(gridOf(id, 300)).toEqual(gridOf(id, 300))
    return gridOf(id, 300).offsetMs
  })
  const perMinute = [0, 1, 2, 3, 4].map(
    (minute) => offsets.filter((offsetMs) => Math.floor(offsetMs / 60_000) === minute).length,
  )
  // 200 in each minute if they were even; three standard deviations of such a draw are 38.
  for (const count of perMinute) expect(Math.abs(count - 200)).toBeLessThan(60)
})
