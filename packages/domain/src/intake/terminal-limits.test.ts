import { describe, expect, test } from 'vitest'
import type { TerminalId } from '../ids'
import { type EpochMs, epochMs } from '../time/instant'
import { defaultLimits, terminalLimits } from './terminal-limits'

const one = 'TB-0001' as TerminalId
const two = 'TB-0002' as TerminalId

function clockAt(startMs: number) {
  let now = startMs
  return { now: () => epochMs(now) as EpochMs, pass: (ms: number) => (now += ms) }
}

describe('limits of a terminal', () => {
  test('a burst passes, then only the rate', () => {
    const clock = clockAt(0)
    const limits = terminalLimits({ ...defaultLimits, messagesPerSecond: 20, messageBurst: 40 }, clock)
    const admitted = () => Array.from({ length: 100 }, () => limits.admitMessage(one)).filter(Boolean).length
    expect(admitted()).toBe(40)
    clock.pass(1000)
    expect(admitted()).toBe(20)
    clock.pass(60_000)
    expect(admitted()).toBe(40)
  })

  test('one terminal cannot use up the allowance of another', () => {
    const limits = terminalLimits({ ...defaultLimits, byteBurst: 1000 }, clockAt(0))
    expect(limits.admitBytes(one, 1000)).toBe(true)
    expect(limits.admitBytes(one, 1)).toBe(false)
    expect(limits.admitBytes(two, 1000)).toBe(true)
  })

  test('refused sign-ins of one address are logged up to a limit per minute, the others counted', () => {
    const clock = clockAt(0)
    const limits = terminalLimits({ ...defaultLimits, refusalLinesPerMinute: 3 }, clock)
    const refuse = (address: string) => limits.countRefusal(address)
    expect([1, 2, 3, 4, 5].map(() => refuse('10.0.0.9'))).toEqual([
      { notLogged: 0 },
      { notLogged: 0 },
      { notLogged: 0 },
      null,
      null,
    ])
    expect(refuse('10.0.0.8')).toEqual({ notLogged: 2 })
    clock.pass(20_000)
    expect(refuse('10.0.0.9')).toEqual({ notLogged: 0 })
  })
})
