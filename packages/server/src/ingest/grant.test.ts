import type { TerminalId } from '@coldkeep/domain/ids'
import { epochMs, seconds } from '@coldkeep/domain/time/instant'
import { expect, test } from 'vitest'
import { grants } from './grant'

const terminals = Array.from({ length: 40 }, (_, i) => `TB-${String(i).padStart(4, '0')}` as TerminalId)
const at = (s: number) => epochMs(seconds(s))

test('a terminal without backlog is granted nothing', () => {
  const given = grants(1000)
  expect(given.turn(at(0), 0)).toEqual([])
  expect(given.offer(terminals[0]!, at(0))).toEqual({ messages: 0, seconds: 0 })
})

test('a terminal with backlog may have four messages outstanding for a minute', () => {
  const given = grants(1000)
  given.noteBacklog(terminals[0]!, 500)
  expect(given.turn(at(0), 0)).toEqual([terminals[0]])
  expect(given.offer(terminals[0]!, at(0))).toEqual({ messages: 4, seconds: 60 })
  expect(given.offer(terminals[0]!, at(45.5))).toEqual({ messages: 4, seconds: 15 })
  expect(given.offer(terminals[0]!, at(60))).toEqual({ messages: 0, seconds: 0 })
})

test('what is granted in all stays at half of the queue of the broker', () => {
  const given = grants(80)
  for (const terminal of terminals) given.noteBacklog(terminal, 100)
  // 80 / 2 = 40 messages = 10 terminals of 4
  for (let s = 0; s < 30; s++) given.turn(at(s), 0)
  expect(terminals.filter((terminal) => given.offer(terminal, at(30)).messages > 0)).toHaveLength(10)
})

test('turns rotate, so that every terminal gets one', () => {
  const given = grants(80)
  for (const terminal of terminals) given.noteBacklog(terminal, 1_000_000)
  const called = new Map<TerminalId, number>()
  for (let s = 0; s < 60 * 8; s++) {
    for (const terminal of given.turn(at(s), 0)) called.set(terminal, (called.get(terminal) ?? 0) + 1)
    for (const terminal of terminals) {
      if (given.offer(terminal, at(s)).messages > 0) given.noteReceived(terminal, at(s))
    }
  }
  expect(called.size).toBe(40)
  expect(new Set(called.values())).toEqual(new Set([2]))
})

test('a busy database narrows the flow, an idle one widens it again', () => {
  const given = grants(1000)
  for (const terminal of terminals) given.noteBacklog(terminal, 100)
  for (let s = 0; s < 20; s++) given.turn(at(s), 0.9)
  for (const terminal of terminals) given.noteReceived(terminal, at(20))
  for (let s = 60; s < 62; s++) given.turn(at(s), 0.9)
  const granted = () => terminals.filter((terminal) => given.offer(terminal, at(62)).messages > 0).length
  expect(granted()).toBe(1)
  for (let s = 0; s < 40; s++) given.turn(at(62), 0.1)
  expect(granted()).toBe(40)
})

test('a terminal that stays silent through its turn gives its seat away', () => {
  const given = grants(8)
  given.noteBacklog(terminals[0]!, 5)
  given.noteBacklog(terminals[1]!, 5)
  expect(given.turn(at(0), 0)).toEqual([terminals[0]])
  expect(given.turn(at(61), 0)).toEqual([terminals[1]])
  expect(given.waiting()).toBe(0)
})
