import { expect, test } from 'vitest'
import { awaitedOf } from './awaited'

const of = (hardware: string, terminals: number, isPostponed = false) => ({
  hardware,
  terminals,
  isPostponed,
})

test('a store that puts it off is not waited for where its hardware is in the wave besides', () => {
  const wave = [of('A', 3), of('A', 1, true), of('B', 1)]
  expect(awaitedOf(wave)).toEqual([of('A', 3), of('B', 1)])
})

test('one whose hardware is in no other store of the wave is waited for', () => {
  const wave = [of('A', 3), of('B', 1, true), of('A', 1, true)]
  expect(awaitedOf(wave)).toEqual([of('A', 3), of('B', 1, true)])
})

test('at most half of a wave is left out', () => {
  expect(awaitedOf([of('A', 2), of('A', 2, true)])).toEqual([of('A', 2)])
  const most = [of('A', 2), of('A', 3, true)]
  expect(awaitedOf(most)).toEqual(most)
})

test('a wave that is put off as a whole is waited for', () => {
  const wave = [of('A', 1, true)]
  expect(awaitedOf(wave)).toEqual(wave)
})
