import { epochMs, hours } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { ManualTime } from '../testing/manual-time'
import { type ClockJump, ClockJumps } from './clock-jumps'
import { ClockTrust } from './clock-trust'

const START = epochMs(Date.parse('2026-11-20T10:00:00Z'))
const log = pino({ level: 'silent' })

describe('a clock', () => {
  test('that shows a sensible time is believed until the server says otherwise', () => {
    const trust = new ClockTrust(new ManualTime(START), log)
    expect(trust.isTrusted).toBe(true)
    trust.compareWithServer(epochMs(START + 5_001))
    expect(trust.isTrusted).toBe(false)
    trust.compareWithServer(epochMs(START - 5_000))
    expect(trust.isTrusted).toBe(true)
  })

  test('that was never set is not believed before it is set or the server agrees', () => {
    const time = new ManualTime(0)
    const trust = new ClockTrust(time, log)
    expect(trust.isTrusted).toBe(false)
    time.setClock(START)
    expect(trust.isTrusted).toBe(true)
  })

  test('that is behind the last time the box ran is not believed', () => {
    const time = new ManualTime(START - hours(3))
    const trust = new ClockTrust(time, log)
    trust.raiseEarliest(START)
    expect(trust.isTrusted).toBe(false)
    time.setClock(START + 1)
    expect(trust.isTrusted).toBe(true)
  })

  test('that jumps by more than five seconds either way is noticed once, a small step is not', async () => {
    const time = new ManualTime(START)
    const jumps: ClockJump[] = []
    const watch = new ClockJumps(time, (jump) => jumps.push(jump))
    watch.start()
    await time.pass(60_000)
    time.setClock(time.now() + 5_000)
    await time.pass(60_000)
    expect(jumps).toEqual([])
    time.setClock(time.now() + hours(2))
    await time.pass(60_000)
    time.setClock(time.now() - 5_001)
    await time.pass(60_000)
    expect(jumps.map(({ at, expectedAt }) => at - expectedAt)).toEqual([hours(2), -5_001])
    watch.stop()
  })
})
