import fc from 'fast-check'
import { expect, test } from 'vitest'
import { epochMs } from '../time/instant'
import {
  countAlive,
  isAliveAt,
  isAliveWithin,
  lostMinutes,
  type MutableAliveMinutes,
  markAlive,
  markAliveThrough,
  mergeAlive,
} from './alive-minutes'

const at = (clock: string) => epochMs(Date.parse(`2026-11-20T${clock}Z`))
const period = (from: string, to: string) => ({ startAt: at(from), endAt: at(to) })

test('a message makes its own minute alive and no other', () => {
  const alive: MutableAliveMinutes = new Map()
  markAlive(alive, at('10:59:59.999'))
  expect(alive).toEqual(new Map([[at('10:00:00'), 1n << 59n]]))
  expect(isAliveAt(alive, at('10:59:00'))).toBe(true)
  expect(isAliveAt(alive, at('10:58:59'))).toBe(false)
  expect(isAliveAt(alive, at('11:00:00'))).toBe(false)
})

test('a connection makes every minute alive that it touches, over the hour too', () => {
  const alive: MutableAliveMinutes = new Map()
  markAliveThrough(alive, period('10:58:30', '11:02:00'))
  expect(countAlive(alive, period('00:00:00', '23:59:00'))).toBe(4)
  expect([...lostMinutes(alive, period('10:56:00', '11:04:00'))]).toEqual(
    ['10:56:00', '10:57:00', '11:02:00', '11:03:00'].map(at),
  )
  markAliveThrough(alive, period('12:00:00', '12:00:00'))
  expect(isAliveAt(alive, at('12:00:00'))).toBe(false)
})

test('a stretch of time is alive when any minute it touches is', () => {
  const alive: MutableAliveMinutes = new Map()
  markAlive(alive, at('11:00:10'))
  expect(isAliveWithin(alive, period('10:55:00', '11:00:00'))).toBe(false)
  expect(isAliveWithin(alive, period('10:55:00', '11:00:01'))).toBe(true)
  expect(isAliveWithin(alive, period('11:01:00', '11:05:00'))).toBe(false)
})

test('marks agree with a plain list of minutes', () => {
  const minutes = fc.array(fc.integer({ min: 0, max: 200 }))
  fc.assert(
    fc.property(minutes, minutes, fc.nat(200), fc.nat(60), (first, second, start, length) => {
      const marked = (list: number[]) => {
        const alive: MutableAliveMinutes = new Map()
        for (const minute of list) markAlive(alive, epochMs(minute * 60_000 + 123))
        return alive
      }
      const both = new Set([...first, ...second])
      const merged = mergeAlive(marked(first), marked(second))
      const window = { startAt: epochMs(start * 60_000), endAt: epochMs((start + length) * 60_000) }
      const inside = [...both].filter((minute) => minute >= start && minute < start + length)
      expect(countAlive(merged, window)).toBe(inside.length)
      expect(isAliveWithin(merged, window)).toBe(inside.length > 0)
      expect([...lostMinutes(merged, window)]).toHaveLength(length - inside.length)
    }),
  )
})
