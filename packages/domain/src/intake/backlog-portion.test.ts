import { expect, test } from 'vitest'
import { backlogPortion } from './backlog-portion'

test('slow batches carry half of the backlog next time, quick full ones a quarter more', () => {
  const portion = backlogPortion(500)
  expect(portion.most()).toBe(63)
  portion.stored(63, 301)
  expect(portion.most()).toBe(31)
  portion.stored(31, 149)
  expect(portion.most()).toBe(39)
  portion.stored(39, 200)
  expect(portion.most()).toBe(39)
})

test('a quick batch that was not full, or that had only live readings, changes nothing', () => {
  const portion = backlogPortion(500)
  portion.stored(62, 10)
  portion.stored(0, 10_000)
  expect(portion.most()).toBe(63)
})

test('some backlog is always carried, and never more than a batch holds', () => {
  const portion = backlogPortion(500)
  for (let batch = 0; batch < 20; batch++) portion.stored(portion.most(), 1_000)
  expect(portion.most()).toBe(8)
  for (let batch = 0; batch < 40; batch++) portion.stored(portion.most(), 1)
  expect(portion.most()).toBe(500)
})
