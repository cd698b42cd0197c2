import { type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { NOON } from '../testing/test-server'
import { eachStep } from './each-step'
import { createMetrics } from './metrics'
import { openSetAside, type RoundWork } from './set-aside'

const numbers: RoundWork<number> = { round: 'numbers', nameOf: String }

function rig() {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const metrics = createMetrics(false)
  const aside = openSetAside(log, metrics.setAside)
  const bad = new Set<number>()
  let attempts: number[][] = []
  return {
    lines,
    bad,
    log,
    waiting: (now: EpochMs) => aside.waiting(numbers, now),
    figure: async () => (await metrics.setAside.get()).values.map(({ value }) => value),
    async work(some: readonly number[], now: EpochMs, error: Error = new Error('no')) {
      attempts = []
      await aside.work(numbers, some, now, async (part) => {
        attempts.push([...part])
        if (part.some((one) => bad.has(one))) throw error
      })
      return attempts
    },
  }
}

test('what fails is left alone, one line in the log and one in the figures; the others are worked on', async () => {
  const { lines, bad, work, waiting, figure } = rig()
  bad.add(3)
  expect((await work([1, 2, 3, 4], NOON)).filter((part) => !part.includes(3))).toEqual([[1, 2], [4]])
  expect(waiting(NOON)).toEqual([3])
  expect(lines).toMatchObject([{ round: 'numbers', item: '3', failures: 1, msg: 'set aside' }])
  expect(await figure()).toEqual([1])
  expect(await work([1, 2, 3, 4], later(NOON, minutes(1) - 1))).toEqual([[1, 2, 4]])
})

test('it is tried again after a minute, then after twice as long each time, an hour at most', async () => {
  const { bad, work } = rig()
  bad.add(3)
  const triedAt: number[] = []
  for (let minute = 0; minute <= 200; minute++) {
    if ((await work([3], later(NOON, minutes(minute)))).length > 0) triedAt.push(minute)
  }
  expect(triedAt).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183])
})

test('once it is worked on, its failures are forgotten', async () => {
  const { bad, work, waiting, figure } = rig()
  bad.add(3)
  await work([3], NOON)
  await work([3], later(NOON, minutes(1)))
  bad.clear()
  await work([3], later(NOON, minutes(3)))
  expect(await figure()).toEqual([0])
  bad.add(3)
  await work([3], later(NOON, minutes(4)))
  expect(waiting(later(NOON, minutes(5) - 1))).toEqual([3])
  expect(waiting(later(NOON, minutes(5)))).toEqual([])
})

test('a lost connection is the fault of none: it is thrown, and all are tried the next time', async () => {
  const { lines, bad, work, waiting } = rig()
  bad.add(3)
  const lost = Object.assign(new Error('reset'), { code: 'ECONNRESET' })
  await expect(work([1, 2, 3], NOON, lost)).rejects.toThrow('reset')
  expect([waiting(NOON), lines]).toEqual([[], []])
  bad.clear()
  expect(await work([1, 2, 3], NOON)).toEqual([[1, 2, 3]])
})

test('what no one requests any more is forgotten', async () => {
  const { bad, work, waiting, figure } = rig()
  bad.add(3)
  await work([3], NOON)
  waiting(later(NOON, minutes(1) + hours(2)))
  expect(await figure()).toEqual([1])
  waiting(later(NOON, minutes(1) + hours(2) + 1))
  expect(await figure()).toEqual([0])
})

test('a step that fails does not stop the next; a lost connection does', async () => {
  const { log, lines } = rig()
  const done: string[] = []
  await eachStep(log, {
    first: async () => {
      throw new Error('no')
    },
    second: async () => void done.push('second'),
  })
  expect(done).toEqual(['second'])
  expect(lines).toMatchObject([{ step: 'first' }])
  const lost = Object.assign(new Error('reset'), { code: 'ECONNRESET' })
  const steps = { first: () => Promise.reject(lost), second: async () => void done.push('again') }
  await expect(eachStep(log, steps)).rejects.toThrow('reset')
  expect(done).toEqual(['second'])
})
