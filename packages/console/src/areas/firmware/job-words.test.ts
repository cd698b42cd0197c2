import { installationStates } from '@coldkeep/contract/areas/firmware-jobs'
import { createTranslator } from '@coldkeep/phrases/phrases'
import { expect, test } from 'vitest'
import { failedStates, jobName, jobStatus, partsOf, refreshAfter, sumsOf, terminalsOf } from './job-words'

const t = createTranslator('en')
/** One terminal of the first state, two of the second, and so on. */
const counts = installationStates.map((state, at) => ({ state, terminals: at + 1 }))

test('every state counts as one of what the bar shows', () => {
  // refused 1, failed 2, rolled_back 3, lost 4, waiting 5, told 6, downloading 7, downloaded 8, verified 9,
  // installing 10, restarting 11, confirming 12, done 13, cancelled 14
  expect(sumsOf(counts)).toEqual({
    waiting: 5 + 6,
    transferring: 7 + 8,
    installing: 9 + 10 + 11,
    checking: 12,
    done: 13,
    failed: 1 + 2 + 3,
    unreachable: 4,
    cancelled: 14,
  })
  expect(terminalsOf(counts)).toBe(105)
})

test('the bar names its parts in their order, also those without terminals', () => {
  const parts = partsOf([{ state: 'done', terminals: 3 }], t)
  expect(parts.map(({ label, count }) => `${label} ${count}`)).toEqual([
    'Waiting 0',
    'Transferring 0',
    'Installing 0',
    'Checking 0',
    'Done 3',
    'Failed 0',
    'Unreachable 0',
  ])
  expect(partsOf(counts, t).at(-1)).toMatchObject({ label: 'Cancelled', count: 14, kind: 'unreached' })
})

test('the file of failures has refused, failed, rolled back and lost terminals', () => {
  expect(failedStates).toEqual(['refused', 'failed', 'rolled_back', 'lost'])
})

test('a job goes by its type and version, one that goes back says so', () => {
  const job = { type: 'terminal-linux-x64', version: '1.2.0' }
  expect(jobName({ ...job, isRollback: false }, t)).toBe('terminal-linux-x64 to 1.2.0')
  expect(jobName({ ...job, isRollback: true }, t)).toBe('terminal-linux-x64 back to 1.2.0')
})

test('an ended job with failed terminals has failed in part', () => {
  expect(jobStatus({ state: 'done', counts: [{ state: 'done', terminals: 9 }] })).toBe('done')
  expect(jobStatus({ state: 'done', counts: [{ state: 'rolled_back', terminals: 1 }] })).toBe('failed')
  expect(jobStatus({ state: 'running', counts: [{ state: 'failed', terminals: 1 }] })).toBe('running')
})

test('after two missed looks the next ones come later each time, once a minute at last', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map((misses) => refreshAfter(5_000, misses) / 1000)).toEqual([
    5, 5, 10, 20, 40, 60, 60,
  ])
})
