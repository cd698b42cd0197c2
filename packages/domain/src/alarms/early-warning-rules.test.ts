import { describe, expect, test } from 'vitest'
import type { DepartmentId, StoreId } from '../ids'
import type { SettingScope } from '../organisation/setting-scope'
import {
  checkWarningRules,
  DEFAULT_WARNING_RULES,
  type ScopedWarningRule,
  warningRulesFor,
} from './early-warning-rules'

const everybody: SettingScope = { kind: 'default' }
const below = (id: number): SettingScope => ({ kind: 'department', departmentId: id as DepartmentId })
const inStore = (id: number): SettingScope => ({ kind: 'store', storeId: id as StoreId })
const row = (changes: Partial<ScopedWarningRule> = {}): ScopedWarningRule => ({
  ...DEFAULT_WARNING_RULES.threshold,
  scope: everybody,
  kind: 'threshold',
  ...changes,
})

describe('bounds of a row', () => {
  test.each([
    [{ x: 0.1 }],
    [{ x: 97 }],
    [{ kind: 'falling', x: 100 }],
    [{ minutes: 10 }],
    [{ minutes: 1440 }],
    [{ intensity: 0 }],
    [{ intensity: 50 }],
    [{ windowHours: 6 }],
    [{ windowHours: 168 }],
  ] as const)('%o is fine', (changes) => {
    expect(checkWarningRules([row(changes)]).ok).toBe(true)
  })
  test.each([
    [{ x: 0 }, 'x_range'],
    [{ x: 97.1 }, 'x_range'],
    [{ kind: 'falling', x: 100.5 }, 'x_range'],
    [{ x: Number.NaN }, 'x_range'],
    [{ minutes: 0 }, 'minutes_range'],
    [{ minutes: 65 }, 'minutes_range'],
    [{ minutes: 1450 }, 'minutes_range'],
    [{ intensity: -1 }, 'intensity_range'],
    [{ intensity: 51 }, 'intensity_range'],
    [{ windowHours: 5 }, 'window_range'],
    [{ windowHours: 169 }, 'window_range'],
  ] as const)('%o is not', (changes, flaw) => {
    expect(checkWarningRules([row(changes)])).toEqual({ ok: false, problem: [{ row: 1, flaw }] })
  })
})

test('a file with an invalid row is refused as a whole, with every error and its row', () => {
  const rows = [row(), row({ scope: below(3), x: 120, windowHours: 1 }), row({ kind: 'falling', minutes: 7 })]
  expect(checkWarningRules(rows)).toEqual({
    ok: false,
    problem: [
      { row: 2, flaw: 'x_range' },
      { row: 2, flaw: 'window_range' },
      { row: 3, flaw: 'minutes_range' },
    ],
  })
})

test('the same kind may occur once in a scope', () => {
  const rows = [row({ scope: inStore(7) }), row({ scope: below(7) }), row({ scope: inStore(7), x: 60 })]
  expect(checkWarningRules(rows)).toEqual({ ok: false, problem: [{ row: 3, flaw: 'repeated' }] })
})

describe('the rule that applies to a store', () => {
  const rows = [
    row({ scope: inStore(7), x: 61 }),
    row({ x: 62 }),
    row({ scope: below(1), x: 63 }),
    row({ scope: below(12), x: 64 }),
    row({ scope: below(2), kind: 'falling', x: 20, isEnabled: false }),
  ]
  const inPlace = (store: number, ...departments: number[]) => ({
    storeId: store as StoreId,
    departmentIds: departments as DepartmentId[],
  })
  const xOf = (store: number, ...departments: number[]) =>
    warningRulesFor(rows, inPlace(store, ...departments)).threshold.x

  test('is its own, else that of the nearest department, else the default', () => {
    expect(xOf(7, 1, 12)).toBe(61)
    expect(xOf(8, 1, 12)).toBe(64)
    expect(xOf(8, 1, 13)).toBe(63)
    expect(xOf(8, 4, 5)).toBe(62)
  })
  test('is chosen for each kind separately, and is the product’s where nothing is configured', () => {
    const rules = warningRulesFor(rows, inPlace(8, 1, 2))
    expect(rules.falling).toMatchObject({ x: 20, isEnabled: false })
    expect(rules.oscillation).toEqual(DEFAULT_WARNING_RULES.oscillation)
    expect(warningRulesFor([], inPlace(8))).toEqual(DEFAULT_WARNING_RULES)
  })
})
