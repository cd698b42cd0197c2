import { expect, test } from 'vitest'
import { type PanelStep, REVIEW, stateOfStep, stepBeside } from './step-states'

const step = (key: string, more: Partial<PanelStep> = {}): PanelStep => ({
  key,
  title: key,
  missing: null,
  answers: [],
  content: null,
  ...more,
})
const passed = { isCurrent: false, isStarted: true }

test('a step that was left incomplete is an error, one that lies ahead is not started', () => {
  expect(stateOfStep(step('a'), passed)).toBe('done')
  expect(stateOfStep(step('a', { missing: 'Choose a store' }), passed)).toBe('error')
  expect(stateOfStep(step('a', { missing: 'Choose a store' }), { isCurrent: false, isStarted: false })).toBe(
    'notStarted',
  )
  expect(stateOfStep(step('a', { missing: 'Choose a store' }), { isCurrent: true, isStarted: true })).toBe(
    'current',
  )
})

test('a refusal is an error wherever the step stands, what does not apply is left out', () => {
  expect(stateOfStep(step('a', { hasFault: true }), { isCurrent: false, isStarted: false })).toBe('error')
  expect(stateOfStep(step('a', { isSkipped: true, missing: 'x' }), passed)).toBe('skipped')
})

test('Next passes over what does not apply and ends at the review', () => {
  const steps = [step('a'), step('b', { isSkipped: true }), step('c')]
  expect(stepBeside(steps, 'a', 1)).toBe('c')
  expect(stepBeside(steps, 'c', -1)).toBe('a')
  expect(stepBeside(steps, 'a', -1)).toBe(null)
  expect(stepBeside(steps, 'c', 1)).toBe(REVIEW)
  expect(stepBeside(steps, REVIEW, -1)).toBe('c')
  expect(stepBeside(steps, REVIEW, 1)).toBe(null)
})
