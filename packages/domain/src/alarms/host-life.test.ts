import { expect, test } from 'vitest'
import type { TerminalId } from '../ids'
import { type MutableAliveMinutes, markAlive } from '../points/alive-minutes'
import { epochMs, minutes } from '../time/instant'
import { isSteady, silenceOf } from './host-life'

const [BOX, OTHER] = ['TB-0001', 'TB-0002'] as TerminalId[] as [TerminalId, TerminalId]
const at = (clock: string) => epochMs(Date.parse(`2026-11-20T${clock}Z`))
function aliveAt(...clocks: readonly string[]) {
  const alive: MutableAliveMinutes = new Map()
  for (const clock of clocks) markAlive(alive, at(clock))
  return new Map([[BOX, alive]])
}

test('a terminal is silent where it gave no sign from three minutes before to two after', () => {
  const isSilent = silenceOf(aliveAt('12:00:30'), BOX)
  expect(isSilent(at('11:58:00'))).toBe(true)
  expect(isSilent(at('11:59:00'))).toBe(false)
  expect(isSilent(at('12:03:59'))).toBe(false)
  expect(isSilent(at('12:04:00'))).toBe(true)
})

test('one that never reported is silent, and never steady', () => {
  const life = aliveAt('12:00:30')
  expect(silenceOf(life, OTHER)(at('12:00:00'))).toBe(true)
  expect(isSteady(life, OTHER, at('12:05:00'), minutes(5))).toBe(false)
})

test('it is steady with a sign in four minutes of five', () => {
  const life = aliveAt('12:00:00', '12:01:00', '12:03:00', '12:04:00')
  expect(isSteady(life, BOX, at('12:05:00'), minutes(5))).toBe(true)
  expect(isSteady(life, BOX, at('12:06:00'), minutes(5))).toBe(false)
})
