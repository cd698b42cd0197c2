import { days, epochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { expect, test } from 'vitest'
import { repairCourses } from './repair-courses'

const NOW = epochMs(Date.UTC(2026, 10, 20, 4))
const ago = (count: number) => later(NOW, -minutes(count))
const alarm = (deviceId: number, raised: number, over: number | null) => ({
  deviceId,
  raisedAt: ago(raised),
  overAt: over === null ? null : ago(over),
})

test('a case follows its alarm at the pace of people', () => {
  const [first, second] = repairCourses([alarm(1, 5000, 4900), alarm(2, 4000, 3000)], NOW, 9)
  // 9 minutes to the report, 4 to the reaction, 55 to the arrival, 40 of work
  expect(first).toMatchObject({
    ...{ reportedAt: ago(4991), acknowledgedAt: ago(4987), arrivedAt: ago(4936) },
    ...{ workedUntil: ago(4896), endedAt: ago(4896) },
  })
  // 24, 11, 130; after 75 of work, until 3771, it is still warm
  expect(second).toMatchObject({
    ...{ reportedAt: ago(3976), acknowledgedAt: ago(3965), arrivedAt: ago(3846) },
    ...{ workedUntil: ago(3771), endedAt: ago(3000) },
  })
})

test('it is as far as the time is, and stays open while its alarm stands', () => {
  const [open] = repairCourses([alarm(1, 100, null)], NOW, 9)
  expect(open).toMatchObject({
    reportedAt: ago(91),
    acknowledgedAt: ago(87),
    arrivedAt: ago(36),
    workedUntil: null,
    endedAt: null,
  })
  const [worked] = repairCourses([alarm(1, 110, null)], NOW, 9)
  expect(worked).toMatchObject({ workedUntil: ago(6), endedAt: null })
  const [fresh] = repairCourses([alarm(1, 10, null)], NOW, 9)
  expect(fresh).toMatchObject({ reportedAt: ago(1), acknowledgedAt: null, arrivedAt: null, endedAt: null })
})

test('none comes of what was over before anyone reported it, of what is too new, and of a device that has one', () => {
  expect(repairCourses([alarm(1, 500, 495), alarm(2, 5, null)], NOW, 9)).toEqual([])
  const again = [alarm(1, 900, 600), alarm(1, 700, 650), alarm(1, 500, 300)]
  expect(repairCourses(again, NOW, 9).map((one) => one.alarm)).toEqual([again[0], again[2]])
  const many = Array.from({ length: 20 }, (_, index) => alarm(index, 9000 - index, 8000))
  expect(repairCourses(many, later(NOW, days(1)), 9)).toHaveLength(9)
})
