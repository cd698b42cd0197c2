import { expect, test } from 'vitest'
import { nextStep } from './next-step'

const steps = [
  { id: 1, phase: 'open' },
  { id: 2, phase: 'open' },
  { id: 6, phase: 'void' },
  { id: 5, phase: 'done' },
] as const

test('the next step goes on or ends as repaired; one that says that there was nothing is none', () => {
  expect(nextStep(steps, '1')?.id).toBe(2)
  expect(nextStep(steps, '2')?.id).toBe(5)
})

test('nothing comes after an end, after the last step, and after one that was taken away', () => {
  expect(nextStep(steps, '5')).toBeNull()
  expect(nextStep(steps, '6')).toBeNull()
  expect(nextStep(steps, '9')).toBeNull()
  expect(nextStep(steps.slice(0, 2), '2')).toBeNull()
  expect(nextStep([], '1')).toBeNull()
})
