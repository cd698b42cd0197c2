import { expect, test } from 'vitest'
import { actsOn } from './job-acts'

const some = [
  { state: 'failed', terminals: 1 },
  { state: 'done', terminals: 4 },
] as const
const job = (state: Parameters<typeof actsOn>[0]['state'], counts: readonly unknown[] = some) =>
  actsOn({ state, isRollback: false, counts: counts as never })

test('a job that runs, or waits between waves, can be paused; a paused one goes on', () => {
  expect(job('running')).toEqual(['pause', 'cancel', 'rollBack'])
  expect(job('held')).toEqual(['pause', 'cancel', 'rollBack'])
  expect(job('paused', [{ state: 'done', terminals: 5 }])).toEqual(['resume', 'cancel', 'rollBack'])
})

test('one that has ended, or is paused, can start again for failed and unreachable terminals', () => {
  expect(job('paused')).toEqual(['resume', 'cancel', 'rollBack', 'retry'])
  expect(job('done')).toEqual(['rollBack', 'retry'])
  expect(job('cancelled', [{ state: 'lost', terminals: 2 }])).toEqual(['retry'])
  expect(job('done', [{ state: 'done', terminals: 5 }])).toEqual(['rollBack'])
})

test('only what was updated can go back, and not what has gone back', () => {
  expect(job('running', [{ state: 'confirming', terminals: 5 }])).toEqual(['pause', 'cancel'])
  expect(actsOn({ state: 'done', isRollback: true, counts: [{ state: 'done', terminals: 5 }] })).toEqual([])
})
