import { expect, test } from 'vitest'
import { localDate } from '../time/local-date'
import { type Cover, planCover } from './plan-cover'

const today = localDate('2026-11-20')
const cover = (firstOn: string, lastOn: string, zone: Cover['zone'] = 'FZ'): Cover => ({
  zone,
  firstOn: localDate(firstOn),
  lastOn: localDate(lastOn),
})

test('a device that was not insured is insured from the given day, which may be in the past', () => {
  const requested = cover('2026-11-01', '2027-10-31')
  expect(planCover(null, requested, today)).toEqual({ ok: true, value: { kept: null, begun: requested } })
})

test('an insurance that ends ended yesterday; one that has not begun never was', () => {
  expect(planCover(cover('2026-11-01', '2027-10-31'), null, today)).toEqual({
    ok: true,
    value: { kept: cover('2026-11-01', '2026-11-19'), begun: null },
  })
  expect(planCover(cover('2026-11-20', '2027-10-31'), null, today)).toEqual({
    ok: true,
    value: { kept: null, begun: null },
  })
})

test('one that has begun may end on another day, and keeps its first', () => {
  const present = cover('2026-11-01', '2027-10-31')
  const longer = cover('2026-11-01', '2028-10-31')
  expect(planCover(present, longer, today)).toEqual({ ok: true, value: { kept: longer, begun: null } })
  expect(planCover(present, cover('2026-11-02', '2028-10-31'), today)).toEqual({
    ok: false,
    problem: 'first_fixed',
  })
})

test('one that begins today or later may be moved as a whole, and get another zone', () => {
  const moved = cover('2026-12-01', '2027-11-30', 'IC')
  expect(planCover(cover('2026-11-20', '2027-11-19'), moved, today)).toEqual({
    ok: true,
    value: { kept: moved, begun: null },
  })
})

test('another zone applies from today, the old one until yesterday', () => {
  const requested = cover('2026-11-01', '2027-12-31', 'C4')
  expect(planCover(cover('2026-11-01', '2027-10-31'), requested, today)).toEqual({
    ok: true,
    value: { kept: cover('2026-11-01', '2026-11-19'), begun: cover('2026-11-20', '2027-12-31', 'C4') },
  })
})

test('days in reverse order, or in the past, are refused', () => {
  expect(planCover(null, cover('2027-01-02', '2027-01-01'), today)).toEqual({
    ok: false,
    problem: 'days_reversed',
  })
  expect(planCover(null, cover('2026-01-01', '2026-11-19'), today)).toEqual({
    ok: false,
    problem: 'last_past',
  })
  expect(planCover(null, cover('2026-01-01', '2026-11-20'), today).ok).toBe(true)
})
