import { expect, test } from 'vitest'
import { openFeed } from './feed'

test('who comes back hears what he missed, as long as it is remembered', () => {
  const feed = openFeed<number>()
  const begin = feed.latest()
  expect(feed.since(begin)).toEqual([])
  for (let id = 1; id <= 3; id++) feed.publish([id])
  feed.publish([])
  expect(feed.since(begin)?.map(({ news }) => news[0])).toEqual([1, 2, 3])
  const [, second] = feed.since(begin) ?? []
  expect(feed.since(second?.name ?? '')).toHaveLength(1)
  expect(feed.since(feed.latest())).toEqual([])
  for (let id = 4; id <= 1004; id++) feed.publish([id])
  expect(feed.since(begin)).toBeNull()
})

test('names of another process, and names that are none, are not known', () => {
  const feed = openFeed<number>()
  for (const name of [openFeed().latest(), '', 'x', `${feed.latest()}9`, '-1'])
    expect(feed.since(name)).toBeNull()
})

test('listeners receive entries until they leave, learn of a loss, and that the server ends', () => {
  const feed = openFeed<number>()
  const received: string[] = []
  const listener = (name: string) => ({
    received: () => void received.push(name),
    lost: () => void received.push(`${name} lost`),
    ended: () => void received.push(`${name} ended`),
  })
  const leave = feed.subscribe(listener('a'))
  feed.subscribe(listener('b'))
  feed.publish([1])
  leave()
  feed.publish([2])
  const before = feed.latest()
  feed.lose()
  expect([feed.since(before), feed.since(feed.latest())]).toEqual([null, []])
  feed.close()
  expect(received).toEqual(['a', 'b', 'b', 'b lost', 'b ended'])
  expect(feed.hasListeners()).toBe(false)
})
