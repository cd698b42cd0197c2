import { expect, test } from 'vitest'
import { adjacentStep, type PanelStep, REVIEW, stateOfStep } from './step-states'

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
  expect(adjacentStep(steps, 'a', 1)).toBe('c')
  expect(adjacentStep(steps, 'c', -1)).toBe('a')
  expect(adjacentStep(steps, 'a', -1)).toBe(null)
  expect(adjacentStep(steps, 'c', 1)).toBe(REVIEW)
  expect(adjacentStep(steps, REVIEW, -1)).toBe('c')
  expect(adjacentStep(steps, REVIEW, 1)).toBe(null)
})
