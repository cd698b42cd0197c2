import type { TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { describe, expect, test } from 'vitest'
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

  test('one terminal cannot use up what another may take', () => {
    const limits = terminalLimits({ ...defaultLimits, byteBurst: 1000 }, clockAt(0))
    expect(limits.admitBytes(one, 1000)).toBe(true)
    expect(limits.admitBytes(one, 1)).toBe(false)
    expect(limits.admitBytes(two, 1000)).toBe(true)
  })

  test('an address with too many failed sign-ins is refused until the minute has passed', () => {
    const clock = clockAt(0)
    const limits = terminalLimits({ ...defaultLimits, failuresPerMinute: 3 }, clock)
    for (let i = 0; i < 3; i++) limits.countFailure('10.0.0.9')
    expect(limits.admitAddress('10.0.0.9')).toBe(false)
    expect(limits.admitAddress('10.0.0.8')).toBe(true)
    clock.pass(20_000)
    expect(limits.admitAddress('10.0.0.9')).toBe(true)
  })
})
