import { expect, test } from 'vitest'
import { epochMs, hours, later } from '../time/instant'
import { curveSpans } from './curve-spans'

const REPORTED = epochMs(Date.UTC(2026, 10, 20, 8))
const at = (hour: number) => later(REPORTED, hours(hour))
const span = (from: number, to: number) => ({ startAt: at(from), endAt: at(to) })

test('two days before the report and two after the repair', () => {
  const spans = curveSpans({ reportedAt: REPORTED, firstAlarmAt: at(-3), repairedAt: at(30) })
  expect(spans).toEqual({ before: span(-48, 0), after: span(30, 78) })
})

test('an alarm long before the report is in the middle, and without a repair there is nothing after it', () => {
  const spans = curveSpans({ reportedAt: REPORTED, firstAlarmAt: at(-100), repairedAt: null })
  expect(spans).toEqual({ before: span(-124, -76), after: null })
  const near = curveSpans({ reportedAt: REPORTED, firstAlarmAt: at(-36), repairedAt: null })
  expect(near.before).toEqual(span(-48, 0))
})
