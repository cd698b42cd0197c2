import { expect, test } from 'vitest'
import { makeStore } from './store'

test('what is set is there, and told to those who listen until they no longer do', () => {
  const count = makeStore(1)
  const heard: number[] = []
  const end = count.subscribe(() => heard.push(count.get()))
  count.set(2)
  end()
  count.set(3)
  expect(heard).toEqual([2])
  expect(count.get()).toBe(3)
})
