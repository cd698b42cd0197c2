import { minutes } from '@coldkeep/domain/time/instant'
import { expect, test } from 'vitest'
import { ManualTime } from '../testing/manual-time'
import { Contact } from './contact'
import { PATIENCE } from './judge'

/** The program of before, at its attempts one after the other; after the last it goes on alike. */
function watched(outcomes: readonly boolean[]) {
  const time = new ManualTime(0)
  const seen = { dials: 0, stopped: 0, unlinkedMs: Number.NaN }
  const contact = new Contact({
    time,
    patience: PATIENCE,
    dial() {
      const reached = Promise.resolve(outcomes[Math.min(seen.dials++, outcomes.length - 1)] ?? false)
      return { reached, stop: () => void seen.stopped++ }
    },
    unlinked() {
      seen.unlinkedMs = time.elapsedMs()
    },
  })
  contact.start()
  return { time, seen, contact }
}

test('where the one before gets through each time, it is over after six minutes', async () => {
  const { time, seen } = watched([true])
  await time.pass(minutes(60))
  expect(seen).toEqual({ dials: 3, stopped: 0, unlinkedMs: minutes(6) })
})

test('where the line is cut nothing is wrong with the program, for as long as it takes', async () => {
  const { time, seen, contact } = watched([false])
  await time.pass(minutes(24 * 60))
  expect(seen).toEqual({ dials: 720, stopped: 0, unlinkedMs: Number.NaN })
  contact.stop()
  await time.pass(minutes(60))
  expect(seen.dials).toBe(720)
})

test('a line that comes and goes begins anew each time it is gone', async () => {
  const { time, seen } = watched([false, true, true, false, true, true, true])
  await time.pass(minutes(60))
  expect(seen.unlinkedMs).toBe(minutes(14))
})
