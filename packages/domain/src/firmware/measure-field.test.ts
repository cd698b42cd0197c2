import { expect, test } from 'vitest'
import { type MutableAliveMinutes, markAliveThrough } from '../points/alive-minutes'
import { epochMs, hours, later, minutes, seconds } from '../time/instant'
import { hasLived, measureField, type PolledDevice, type TerminalRecord } from './measure-field'

const ONE = epochMs(Date.UTC(2026, 10, 20, 1))
const at = (minute: number) => later(ONE, minutes(minute))
const HOUR = { startAt: at(0), endAt: at(60) }
const NOW = later(ONE, hours(3))

const throughout = (from: number, to: number) => {
  const alive: MutableAliveMinutes = new Map()
  markAliveThrough(alive, { startAt: at(from), endAt: at(to) })
  return alive
}
const ALWAYS = throughout(-60, 180)
/** A sample of four values in each minute but these, five seconds on its way. */
const polled = (
  model: string,
  missing: readonly number[] = [],
  of: Partial<PolledDevice> = {},
): PolledDevice => {
  const present = Array.from({ length: 120 }, (_, index) => index - 30).filter(
    (one) => !missing.includes(one),
  )
  return {
    ...{ model, periodSeconds: 60, excluded: [] },
    samples: {
      atMs: present.map((minute) => at(minute) + seconds(1)),
      receivedMs: present.map((minute) => at(minute) + seconds(6)),
      rows: present.map(() => 4),
    },
    ...of,
  }
}
const terminal = (devices: readonly PolledDevice[], of: Partial<TerminalRecord> = {}): TerminalRecord => ({
  ...{ devices, live: ALWAYS, alive: ALWAYS, startsMs: [] },
  ...of,
})
const measured = (record: TerminalRecord, { listening = ALWAYS, now = NOW, period = HOUR } = {}) =>
  measureField(record, period, listening, now)

test('polls are counted by model, and rows over all', () => {
  const record = terminal([polled('a', [3, 4, 5]), polled('a'), polled('b', [59])])
  expect(measured(record)).toEqual({
    polls: new Map([
      ['a', { sent: 120, answered: 117 }],
      ['b', { sent: 60, answered: 59 }],
    ]),
    outboxAgeP95Ms: 5_000,
    minutesLost: 0,
    restarts: 0,
    // 176 samples of four values
    rowsPerMinute: (4 * 176) / 60,
  })
})

test('polls of minutes without a sign of the terminal do not count, and those of a device that was not there', () => {
  const gone = [10, 11, 12, 13]
  const alive = new Map([...throughout(-60, 10), ...throughout(60, 180)])
  alive.set(ONE, throughout(0, 10).get(ONE)! | throughout(14, 60).get(ONE)!)
  const late = polled('b', [], { excluded: [{ startAt: epochMs(0), endAt: at(45) }] })
  const { polls } = measured(terminal([polled('a', [...gone, 30]), late], { alive }))
  expect(polls).toEqual(
    new Map([
      ['a', { sent: 56, answered: 55 }],
      ['b', { sent: 15, answered: 15 }],
    ]),
  )
})

test('polls that do not end within the period, or of the last two poll periods, do not count', () => {
  const record = terminal([polled('a', [], { periodSeconds: 300 })])
  const sentIn = (period: typeof HOUR, now = NOW) => measured(record, { period, now }).polls.get('a')?.sent
  // 01:03 to 01:58: from 01:05 to 01:55
  expect(sentIn({ startAt: at(3), endAt: at(58) })).toBe(10)
  // at 02:00 those after 01:50 are on their way
  expect(sentIn(HOUR, at(60))).toBe(10)
})

test('a minute without a connection is lost where the service listened', () => {
  const live = throughout(0, 50)
  expect(measured(terminal([], { live })).minutesLost).toBe(10)
  expect(measured(terminal([], { live }), { listening: throughout(0, 56) }).minutesLost).toBe(6)
  expect(measured(terminal([], { live: new Map() })).minutesLost).toBe(60)
})

test('starts within the period count', () => {
  const startsMs = [at(-1), at(0), at(20), at(60)]
  expect(measured(terminal([], { startsMs })).restarts).toBe(2)
})

test('the age is that which 95 of 100 samples had not passed; of samples whose arrival is not kept none is known', () => {
  // 60 samples: the 57th in order, 0.95 of 60
  const atMs = Array.from({ length: 60 }, (_, minute) => at(minute) + 1)
  const aged = (ages: readonly number[]) =>
    polled('a', [], {
      samples: {
        atMs,
        receivedMs: atMs.map((from, index) => from + (ages[index] as number)),
        rows: atMs.map(() => 1),
      },
    })
  const ages = atMs.map((_, index) => seconds(index + 1))
  expect(measured(terminal([aged(ages)])).outboxAgeP95Ms).toBe(57_000)
  const unknown = atMs.map(() => Number.NaN)
  expect(measured(terminal([aged(unknown)])).outboxAgeP95Ms).toBeNull()
  expect(measured(terminal([])).outboxAgeP95Ms).toBeNull()
})

test('a terminal of which there was no sign has not lived', () => {
  expect(hasLived(terminal([]), HOUR)).toBe(true)
  expect(hasLived(terminal([], { alive: throughout(60, 80) }), HOUR)).toBe(false)
})
