import { afterAll, beforeAll, expect, test } from 'vitest'
import { cuts } from './support/cut-steps'
import { cutPhotos } from './support/killed-phone'
import { type OwnSite, openOwnSite } from './support/own-site'

let site: OwnSite
beforeAll(async () => {
  site = await openOwnSite()
})
afterAll(() => site.close())

/** Where something could be lost or sent twice; every step is in `bench/photo-queue.bench.ts`. */
const worst = new Set([
  'picture was drawn 1',
  'row is put 2',
  'transaction is complete 1',
  'lock is held 1',
  'upload begins 1',
  'upload is over 1',
  'answer is there 1',
  'transaction is opened 2',
  'row is removed 2',
  'transaction is complete 2',
])

test('a photo whose browser is killed on its way is at the service once, with the time that it was taken', async () => {
  const chosen = cuts.filter(({ step, nth }) => worst.has(`${step} ${nth}`))
  expect(chosen.length).toBe(worst.size)
  const photos = await cutPhotos(site, chosen)
  for (const { step, nth, ...photo } of photos)
    expect({ step: `${step} ${nth}`, ...photo }).toMatchObject({ isReached: true, copies: 1, withTime: 1 })
  // what the device had said to be kept was never to be added again
  expect(photos.filter(({ isKept, isAddedAgain }) => isKept && isAddedAgain)).toEqual([])
})
