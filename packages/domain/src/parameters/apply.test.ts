import { expect, test } from 'vitest'
import {
  type AppliedState,
  type ApplyStep,
  endOf,
  judgeApplyWave,
  judgeBefore,
  nextStep,
  type StepState,
  stepAfter,
  stepsOf,
  undoOfSteps,
} from './apply'

const steps = (...states: StepState[]): readonly ApplyStep[] =>
  states.map((state, index) => ({
    ...{ code: `p${index}`, before: index, value: index + 10, state },
    ...{ was: null, is: null, writeId: null },
  }))

test('steps go in their order, each after the one before has come to a good end', () => {
  expect(nextStep(stepsOf([{ code: 'a', before: 1, value: 2 }]))).toBe(0)
  expect(nextStep(steps('confirmed', 'same', 'planned', 'planned'))).toBe(2)
  expect(nextStep(steps('writing', 'planned'))).toBeNull()
  expect(nextStep(steps('failed', 'planned'))).toBeNull()
  expect(nextStep(steps('confirmed', 'confirmed'))).toBeNull()
})

test.each([
  [['planned'], null],
  [['confirmed', 'writing'], null],
  [['confirmed', 'same'], 'done'],
  [['same', 'same'], 'unchanged'],
  [['missed', 'planned'], 'missed'],
  // in part: neither old nor new
  [['confirmed', 'missed'], 'failed'],
  [['unknown', 'planned'], 'failed'],
  [['failed'], 'failed'],
] as const)('%s ends as %s', (states, end) => {
  expect(endOf(steps(...states))).toBe(end)
})

test('only what was read back is confirmed', () => {
  expect(stepAfter('written')).toBeNull()
  expect(stepAfter('confirmed')).toEqual({ state: 'confirmed', fault: null })
  expect(stepAfter('answered')).toEqual({ state: 'failed', fault: 'refused' })
  expect(stepAfter('timed_out')).toEqual({ state: 'unknown', fault: 'no_answer' })
  expect(stepAfter('expired')).toEqual({ state: 'missed', fault: null })
})

test('what someone has set since the plan is not overwritten', () => {
  const step = { code: 'a', before: 1, value: 2 }
  expect([1, 2, 3, null].map((read) => judgeBefore(step, read))).toEqual([
    'write',
    'same',
    'changed',
    'write',
  ])
})

test('undone is what was written or may have been, the newest first, to what the terminal read before', () => {
  const [first, second, third] = steps('confirmed', 'unknown', 'failed') as [ApplyStep, ApplyStep, ApplyStep]
  const undo = undoOfSteps([{ ...first, was: 0.5, is: 10 }, second, third])
  expect(undo).toEqual([
    { code: 'p1', before: 11, value: 1 },
    { code: 'p0', before: 10, value: 0.5 },
  ])
})

const NONE = { failed: 0, missed: 0 }
const members = (wave: number, ...states: AppliedState[]) => states.map((state) => ({ wave, state }))

test('a wave waits for all of it, pauses above its failures, and goes on where it has shown something', () => {
  expect(judgeApplyWave(members(1, 'done', 'writing'), 1, 0, NONE)).toBe('wait')
  expect(judgeApplyWave(members(1, 'failed', 'writing'), 1, 0, NONE)).toBe('pause')
  expect(judgeApplyWave(members(1, 'failed', 'done'), 1, 1, NONE)).toBe('go_on')
  // a person has looked at this one
  expect(judgeApplyWave(members(1, 'failed', 'done'), 1, 0, { failed: 1, missed: 0 })).toBe('go_on')
  expect(judgeApplyWave([...members(1, 'done'), ...members(2, 'failed')], 1, 0, NONE)).toBe('go_on')
  expect(judgeApplyWave(members(1, 'missed', 'done'), 1, 0, NONE)).toBe('go_on')
  const away = members(1, 'missed', 'missed', 'done')
  expect(judgeApplyWave(away, 1, 0, NONE)).toBe('pause')
  expect(judgeApplyWave(away, 1, 0, { failed: 0, missed: 2 })).toBe('go_on')
})
