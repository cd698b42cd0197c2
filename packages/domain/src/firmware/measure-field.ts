import { countSlots } from '../analysis/connection-rate'
import { type AliveMinutes, countAlive } from '../points/alive-minutes'
import { type EpochMs, later } from '../time/instant'
import { lengthMinutes, type Period } from '../time/period'
import type { FieldHour, PollCounts } from './field-measures'

/** Samples of a device, in any order. */
export interface DeviceSamples {
  readonly atMs: readonly number[]
  /** When each arrived; NaN where that is not kept. */
  readonly receivedMs: readonly number[]
  /** How many of its values each has. */
  readonly rows: readonly number[]
}

export interface PolledDevice {
  /** Brand and model. */
  readonly model: string
  /** Shortest period of the scripts that poll it. */
  readonly periodSeconds: number
  /** Before it was commissioned, and after it was removed. */
  readonly excluded: readonly Period[]
  readonly samples: DeviceSamples
}

/** What is kept of a terminal. */
export interface TerminalRecord {
  readonly devices: readonly PolledDevice[]
  /** Minutes with a connection. */
  readonly live: AliveMinutes
  /** Minutes in which it ran, as far as is known by now. */
  readonly alive: AliveMinutes
  /** Of its program. */
  readonly startsMs: readonly number[]
}

const AGE_SHARE = 0.95

/**
 * How a terminal did in a period. Polls of minutes of which there is no sign of it do not count: they may still be in its
 * outbox.
 * @param listening minutes in which the service listened; in others no terminal lost its connection
 * @param now polls of the last two poll periods are not judged yet
 */
export function measureField(
  { devices, live, alive, startsMs }: TerminalRecord,
  period: Period,
  listening: AliveMinutes,
  now: EpochMs,
): FieldHour {
  const polls = new Map<string, { sent: number; answered: number }>()
  const agesMs: number[] = []
  let rows = 0
  for (const { model, periodSeconds, excluded, samples } of devices) {
    const { atMs, receivedMs } = samples
    const sampleTimes = Float64Array.from(atMs).sort()
    const { ok, deviceLost } = countSlots({
      ...{ periodSeconds, day: wholePolls(period, periodSeconds), now, alive, excluded },
      ...{ sampleTimes, lateSampleTimes: [] },
    })
    const counts = polls.get(model) ?? { sent: 0, answered: 0 }
    polls.set(model, counts)
    counts.sent += ok + deviceLost
    counts.answered += ok
    for (const [index, at] of atMs.entries()) {
      if (at < period.startAt || at >= period.endAt) continue
      rows += samples.rows[index] as number
      agesMs.push((receivedMs[index] as number) - at)
    }
  }
  return {
    polls: polls satisfies ReadonlyMap<string, PollCounts>,
    outboxAgeP95Ms: ageOf(agesMs.filter((age) => !Number.isNaN(age))),
    minutesLost: countAlive(listening, period) - countAlive(inBoth(live, listening), period),
    restarts: startsMs.filter((at) => at >= period.startAt && at < period.endAt).length,
    rowsPerMinute: rows / lengthMinutes(period),
  }
}

/** In which polls begin that end within the period. */
function wholePolls({ startAt, endAt }: Period, periodSeconds: number): Period {
  return { startAt, endAt: later(endAt, 1 - 1000 * periodSeconds) }
}

/** Whether there was any sign of a terminal in a period: of one that was not there yet, or was off, nothing is known. */
export function hasLived({ alive }: TerminalRecord, period: Period): boolean {
  return countAlive(alive, period) > 0
}

/** By nearest rank; null where no age is known. */
function ageOf(agesMs: readonly number[]): number | null {
  const sorted = Float64Array.from(agesMs).sort()
  return sorted.length === 0 ? null : Math.max(0, sorted[Math.ceil(AGE_SHARE * sorted.length) - 1] as number)
}

function inBoth(a: AliveMinutes, b: AliveMinutes): AliveMinutes {
  return new Map([...a].map(([hour, bits]) => [hour, bits & (b.get(hour) ?? 0n)]))
}
