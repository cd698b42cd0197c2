import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterStep,
  canBeCancelled,
  countGroups,
  endShownBy,
  groupOf,
  type InstallationState,
  isOver,
} from './installation-state'

const forward = [
  'waiting',
  'told',
  'downloading',
  'downloaded',
  'verified',
  'installing',
  'restarting',
  'confirming',
] as const
const ends = ['done', 'failed', 'rolled_back', 'cancelled', 'lost', 'refused'] as const
const after = (
  state: InstallationState,
  step: InstallationState,
  attempts: readonly [number, number] = [1, 1],
) => afterStep({ state, attempt: attempts[0] }, { step, attempt: attempts[1] })?.state ?? null

test('what is under way is not over, all else is', () => {
  expect(forward.filter(isOver)).toEqual([])
  expect(ends.filter(isOver)).toEqual(ends)
})

test.each([
  ['waiting', 'told', 'told'],
  ['told', 'downloading', 'downloading'],
  // steps in between were lost on the way
  ['told', 'confirming', 'confirming'],
  ['downloading', 'done', 'done'],
  ['confirming', 'rolled_back', 'rolled_back'],
  ['told', 'refused', 'refused'],
  ['confirming', 'lost', 'lost'],
  // late and twice
  ['verified', 'downloading', null],
  ['verified', 'verified', null],
  ['done', 'confirming', null],
  ['done', 'failed', null],
  ['failed', 'done', null],
  ['rolled_back', 'done', null],
  ['refused', 'downloading', null],
  // a guess of the server
  ['lost', 'confirming', 'confirming'],
  ['lost', 'downloading', 'downloading'],
  ['lost', 'done', 'done'],
  ['lost', 'waiting', null],
  // the cancellation came too late, or in time
  ['cancelled', 'installing', 'installing'],
  ['cancelled', 'done', 'done'],
  ['cancelled', 'rolled_back', 'rolled_back'],
  ['cancelled', 'verified', null],
  ['cancelled', 'failed', null],
] as const)('%s, then %s: %s', (state, step, expected) => {
  expect(after(state, step)).toBe(expected)
})

test('a later attempt begins again, and an earlier one changes nothing', () => {
  expect(after('failed', 'downloading', [1, 2])).toBe('downloading')
  expect(after('confirming', 'told', [1, 2])).toBe('told')
  expect(after('told', 'failed', [2, 1])).toBeNull()
  expect(afterStep({ state: 'failed', attempt: 1 }, { step: 'waiting', attempt: 2 })).toEqual({
    state: 'waiting',
    attempt: 2,
  })
})

test('however the reports of an attempt are shuffled and repeated, the outcome is the same', () => {
  const reported = fc.array(fc.constantFrom(...forward), { maxLength: 12 })
  const end = fc.constantFrom('done', 'failed', 'rolled_back', 'refused' as const)
  fc.assert(
    fc.property(reported, end, reported, (before, last, later) => {
      let course = { state: 'waiting' as InstallationState, attempt: 1 }
      for (const step of [...before, last, ...later, last])
        course = afterStep(course, { step, attempt: 1 }) ?? course
      expect(course.state).toBe(last)
    }),
  )
})

test('it can be cancelled until it is being installed', () => {
  expect([...forward, ...ends].filter(canBeCancelled)).toEqual([
    'waiting',
    'told',
    'downloading',
    'downloaded',
    'verified',
  ])
})

test('the end is what runs after another start', () => {
  const before = { boot: 'aa00aa00aa00aa00' }
  const boot = 'bb11bb11bb11bb11'
  expect(endShownBy({ version: '1.3.0', boot }, before, '1.3.0')).toBe('done')
  expect(endShownBy({ version: '1.2.0', boot }, before, '1.3.0')).toBe('rolled_back')
  // success that is reported before the restart, by whichever version
  expect(endShownBy({ version: '1.3.0', ...before }, before, '1.3.0')).toBeNull()
  expect(endShownBy({ version: '1.2.0', ...before }, before, '1.3.0')).toBeNull()
  expect(endShownBy({ version: '1.3.0', boot }, { boot: null }, '1.3.0')).toBe('done')
})

test('every state is counted once, by its group', () => {
  expect(countGroups([...forward, ...ends, 'done'])).toEqual({
    waiting: 2,
    transferring: 3,
    installing: 2,
    checking: 1,
    done: 2,
    failed: 3,
    unreachable: 1,
    cancelled: 1,
  })
  expect(groupOf('told')).toBe('waiting')
})
