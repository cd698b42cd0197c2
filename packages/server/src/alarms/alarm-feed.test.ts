import type { AlarmId, StoreId } from '@coldkeep/domain/ids'
import { expect, test } from 'vitest'
import { alarmFeed } from './alarm-feed'

const change = (id: number) => [{ storeId: 1 as StoreId, alarmId: id as AlarmId }]

test('who comes back hears what he missed, as long as it is remembered', () => {
  const feed = alarmFeed()
  const begin = feed.latest()
  expect(feed.since(begin)).toEqual([])
  for (let id = 1; id <= 3; id++) feed.publish(change(id))
  feed.publish([])
  expect(feed.since(begin)?.map(({ changed }) => changed[0]?.alarmId)).toEqual([1, 2, 3])
  const [, second] = feed.since(begin) ?? []
  expect(feed.since(second?.name ?? '')).toHaveLength(1)
  expect(feed.since(feed.latest())).toEqual([])
  for (let id = 4; id <= 1004; id++) feed.publish(change(id))
  expect(feed.since(begin)).toBeNull()
})

test('names of another process, and names that are none, are not known', () => {
  const feed = alarmFeed()
  for (const name of [alarmFeed().latest(), '', 'x', `${feed.latest()}9`, '-1'])
    expect(feed.since(name)).toBeNull()
})

test('listeners hear until they leave, and that the server ends', () => {
  const feed = alarmFeed()
  const heard: string[] = []
  const listener = (name: string) => ({
    heard: () => void heard.push(name),
    ended: () => void heard.push(`${name} ended`),
  })
  const leave = feed.subscribe(listener('a'))
  feed.subscribe(listener('b'))
  feed.publish(change(1))
  leave()
  feed.publish(change(2))
  feed.close()
  expect(heard).toEqual(['a', 'b', 'b', 'b ended'])
  expect(feed.hasListeners()).toBe(false)
})
