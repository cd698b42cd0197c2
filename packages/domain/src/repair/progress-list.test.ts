import { expect, test } from 'vitest'
import { faultOfList, type ListedStep, placed } from './progress-list'

const step = (title: string, phase: ListedStep['phase']): ListedStep => ({ standard: null, title, phase })
const whole = [step('Called', 'open'), step('Fixed', 'done')]

test('a list needs a step with which cases begin, and one that closes them', () => {
  expect(faultOfList(whole)).toBeNull()
  expect(faultOfList([step('Fixed', 'done')])).toBe('no_open')
  expect(faultOfList([step('Called', 'open'), step('Dropped', 'void')])).toBe('no_done')
  expect(faultOfList([])).toBe('no_open')
})

test('no two steps have the same words, and there are thirty at most', () => {
  expect(faultOfList([...whole, step('called', 'open')])).toBe('repeated')
  const many = Array.from({ length: 29 }, (_, n) => step(`Step ${n}`, 'open'))
  expect(faultOfList([...many, step('Fixed', 'done')])).toBeNull()
  expect(faultOfList([...many, ...whole])).toBe('too_many')
})

test('a step moves to its place, and the others make room', () => {
  const list = ['a', 'b', 'c', 'd']
  expect(placed(list, 'd', 2)).toEqual(['a', 'd', 'b', 'c'])
  expect(placed(list, 'a', 3)).toEqual(['b', 'c', 'a', 'd'])
  expect(placed(list, 'e', 1)).toEqual(['e', 'a', 'b', 'c', 'd'])
  expect(placed(list, 'b', 99)).toEqual(['a', 'c', 'd', 'b'])
})
