import type { AccountId } from '@coldkeep/domain/ids'
import { later, minutes } from '@coldkeep/domain/time/instant'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../db/connect'
import { describeEachDatabase } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import { countMailing } from './limit-mails'

describeEachDatabase('how often mails go out', (openDatabase) => {
  let db: Db
  beforeAll(async () => {
    db = await openDatabase()
  })
  beforeEach(() =>
    db
      .deleteFrom('mailing')
      .execute()
      .then(() => undefined),
  )

  const at = (minute: number) => later(NOON, minutes(minute))
  /** Minutes to wait; 0: it may go out. */
  const invite = async (to: string, minute: number, by = 1) => {
    const counted = [
      { counted: 'invitation_to', subject: to },
      { counted: 'invitation_by', subject: by as AccountId },
    ] as const
    return countMailing(db, counted, at(minute)).then(
      () => 0,
      (problem) => problem.values.minutes,
    )
  }

  test('three to one address in half an hour; the fourth is refused with the time to wait', async () => {
    for (const minute of [0, 5, 10]) expect(await invite('a@shop.example', minute)).toBe(0)
    // the first is half an hour old at 30
    expect(await invite('A@shop.example', 12)).toBe(18)
    expect(await invite('b@shop.example', 12)).toBe(0)
    expect(await invite('a@shop.example', 29)).toBe(1)
    expect(await invite('a@shop.example', 30)).toBe(0)
    // those of 5, 10 and 30 count now
    expect(await invite('a@shop.example', 31)).toBe(4)
  })

  test('sixty by one account, to whomever', async () => {
    for (let n = 0; n < 60; n++) expect(await invite(`${n}@shop.example`, 0)).toBe(0)
    expect(await invite('last@shop.example', 10)).toBe(20)
    expect(await invite('last@shop.example', 10, 2)).toBe(0)
  })

  test('of many at the same moment no more slip through', async () => {
    const waits = await Promise.all(Array.from({ length: 12 }, () => invite('a@shop.example', 0)))
    expect(waits.filter((wait) => wait === 0).length).toBeLessThanOrEqual(3)
  })
})
