import { expect, test } from 'vitest'
import { localDate } from '../time/local-date'
import { expiryOf, isInsuredOn } from './insured-coverage'

const today = localDate('2026-11-20')

test('an insurance until 2026-12-05 has 15 days left on 2026-11-20 and is expiring', () => {
  expect(expiryOf(localDate('2026-12-05'), today)).toEqual({ daysLeft: 15, status: 'expiring' })
})

test('it is active with more than 30 days left, expiring up to its last day, then expired', () => {
  const on = (lastOn: string) => expiryOf(localDate(lastOn), today)
  expect(on('2026-12-21')).toEqual({ daysLeft: 31, status: 'active' })
  expect(on('2026-12-20')).toEqual({ daysLeft: 30, status: 'expiring' })
  expect(on('2026-11-20')).toEqual({ daysLeft: 0, status: 'expiring' })
  expect(on('2026-11-19')).toEqual({ daysLeft: -1, status: 'expired' })
})

test('it holds on its first and on its last day', () => {
  const week = { firstOn: localDate('2026-11-14'), lastOn: localDate('2026-11-20') }
  const held = ['2026-11-13', '2026-11-14', '2026-11-20', '2026-11-21'].map((on) =>
    isInsuredOn(week, localDate(on)),
  )
  expect(held).toEqual([false, true, true, false])
})
