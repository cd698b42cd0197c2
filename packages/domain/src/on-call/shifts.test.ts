import { describe, expect, test } from 'vitest'
import { epochMs } from '../time/instant'
import { localDate } from '../time/local-date'
import { coverageOf, rotaShifts } from './shifts'

const at = (text: string) => epochMs(Date.parse(text))
const period = (from: string, until: string) => ({ startAt: at(from), endAt: at(until) })
const day = period('2026-11-20T00:00Z', '2026-11-21T00:00Z')

describe('what of a day is covered', () => {
  test('nothing by no shift', () => {
    expect(coverageOf([], day)).toEqual({ gaps: [day], overlaps: [] })
  })

  test('shifts that meet leave no gap, and those outside count for nothing', () => {
    const shifts = [
      period('2026-11-19T12:00Z', '2026-11-20T08:00Z'),
      period('2026-11-20T08:00Z', '2026-11-21T08:00Z'),
      period('2026-11-25T08:00Z', '2026-11-26T08:00Z'),
    ]
    expect(coverageOf(shifts, day)).toEqual({ gaps: [], overlaps: [] })
  })

  test('what is between shifts is a gap, what several have an overlap, in one piece', () => {
    const shifts = [
      period('2026-11-20T02:00Z', '2026-11-20T10:00Z'),
      period('2026-11-20T08:00Z', '2026-11-20T12:00Z'),
      period('2026-11-20T09:00Z', '2026-11-20T14:00Z'),
    ]
    expect(coverageOf(shifts, day)).toEqual({
      gaps: [
        period('2026-11-20T00:00Z', '2026-11-20T02:00Z'),
        period('2026-11-20T14:00Z', '2026-11-21T00:00Z'),
      ],
      overlaps: [period('2026-11-20T08:00Z', '2026-11-20T12:00Z')],
    })
  })
})

describe('a weekly rota', () => {
  const rota = {
    zone: 'Europe/Berlin',
    firstDay: localDate('2026-10-24'),
    weeks: 1,
    weekdays: [6, 7],
    fromMinute: 22 * 60,
    untilMinute: 6 * 60,
    people: ['Kenji', 'Hana'],
  }

  test('keeps to the clock of its zone in the night in which summer time ends', () => {
    // 25 October 2026, 03:00 CEST is 02:00 CET: that night has nine hours between 22:00 and 06:00
    expect(rotaShifts(rota)).toEqual([
      { person: 'Kenji', ...period('2026-10-24T20:00Z', '2026-10-25T05:00Z') },
      { person: 'Kenji', ...period('2026-10-25T21:00Z', '2026-10-26T05:00Z') },
    ])
  })

  test('and has an hour less in that in which it begins', () => {
    const shifts = rotaShifts({ ...rota, firstDay: localDate('2026-03-28'), weekdays: [6] })
    expect(shifts).toEqual([{ person: 'Kenji', ...period('2026-03-28T21:00Z', '2026-03-29T04:00Z') }])
  })

  test('goes round week by week, and through a whole day', () => {
    const whole = { ...rota, zone: 'Asia/Taipei', firstDay: localDate('2026-11-23'), weeks: 3 }
    expect(rotaShifts({ ...whole, weekdays: [1], fromMinute: 0, untilMinute: 0 })).toEqual([
      { person: 'Kenji', ...period('2026-11-22T16:00Z', '2026-11-23T16:00Z') },
      { person: 'Hana', ...period('2026-11-29T16:00Z', '2026-11-30T16:00Z') },
      { person: 'Kenji', ...period('2026-12-06T16:00Z', '2026-12-07T16:00Z') },
    ])
  })
})
