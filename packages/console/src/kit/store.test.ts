import { expect, test } from 'vitest'
import { makeStore } from './store'

test('a value that is set is stored, and announced to subscribers until they unsubscribe', () => {
  const count = makeStore(1)
  const values: number[] = []
  const end = count.subscribe(() => values.push(count.get()))
  count.set(2)
  end()
  count.set(3)
  expect(values).toEqual([2])
  expect(count.get()).toBe(3)
})
