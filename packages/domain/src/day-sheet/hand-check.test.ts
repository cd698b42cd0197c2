import { expect, test } from 'vitest'
import { zoneLimits } from '../analysis/zone-limits'
import { epochMs, minutes } from '../time/instant'
import { isOutOfLimits, latenessOf, limitsOfPlace } from './hand-check'

test('own limits go before those of the zone, and nothing is mixed', () => {
  const zone = zoneLimits('C4', 'TW')
  expect(limitsOfPlace({ lowC: null, highC: null }, zone)).toEqual({ lowC: 0, highC: 4 })
  expect(limitsOfPlace({ lowC: null, highC: 5 }, zone)).toEqual({ lowC: null, highC: 5 })
  expect(limitsOfPlace({ lowC: null, highC: null }, null)).toEqual({ lowC: null, highC: null })
})

test('a value at a limit is within it', () => {
  const limits = { lowC: 0, highC: 4 }
  expect([-0.1, 0, 4, 4.1].map((value) => isOutOfLimits(value, limits))).toEqual([true, false, false, true])
  expect(isOutOfLimits(90, { lowC: null, highC: null })).toBe(false)
})

test('an entry is late an hour after the measurement, or once the sheet is signed', () => {
  const times = (entered: number, received: number) => ({
    takenAt: epochMs(0),
    enteredAt: epochMs(minutes(entered)),
    receivedAt: epochMs(minutes(received)),
  })
  expect(latenessOf(times(60, 200), null)).toBeNull()
  expect(latenessOf(times(61, 61), null)).toBe('entered_late')
  expect(latenessOf(times(1, 30), epochMs(minutes(30)))).toBeNull()
  expect(latenessOf(times(1, 31), epochMs(minutes(30)))).toBe('after_signing')
})
