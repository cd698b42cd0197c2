import type { StatisticsSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import type { BusKind } from '@coldkeep/domain/points/point'
import { quality, type Reading } from '@coldkeep/domain/points/reading'
import { deviceKey } from '@coldkeep/domain/polling/check-plan'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type BusOutcome, isSent } from '../bus/bus'

interface Counts {
  requests: number
  answers: number
  timeouts: number
  badFrames: number
  exceptions: number
  overruns: number
  answerMs: number
}

/** What came of the requests to each device since they were last taken. */
export class BusStatistics {
  #devices = new Map<string, Counts>()

  /** @param lengthMs from sending to the end of the answer, or until it was given up */
  requestEnded(key: string, outcome: BusOutcome, lengthMs: number): void {
    // Nothing was sent: that is about the line, not the device.
    if (!isSent(outcome)) return
    const counts = this.#countsOf(key)
    counts.requests++
    if (outcome.kind === 'timeout') counts.timeouts++
    else if (outcome.kind === 'reply' || outcome.kind === 'exception') {
      if (outcome.kind === 'reply') counts.answers++
      else counts.exceptions++
      counts.answerMs += lengthMs
    } else counts.badFrames++
  }

  /** A cycle that should have polled the device was left out. */
  leftOut(key: string): void {
    this.#countsOf(key).overruns++
  }

  /** The readings of an interval; counting starts over. */
  take(devices: StatisticsSettings['devices'], at: EpochMs, isClockTrusted: boolean): Reading[][] {
    const taken = this.#devices
    this.#devices = new Map()
    return devices.map((device) => {
      const counts = taken.get(deviceKey(device)) ?? noCounts()
      return device.points.map(({ pointId, kind }) => {
        const value = countOf(kind, counts)
        const code = isClockTrusted ? quality.good : quality.clockUntrusted
        return { pointId, at, value, quality: value === null ? quality.timeout : code }
      })
    })
  }

  #countsOf(key: string): Counts {
    const known = this.#devices.get(key) ?? noCounts()
    this.#devices.set(key, known)
    return known
  }
}

function countOf(kind: BusKind, counts: Counts): number | null {
  switch (kind) {
    case 'bus_requests':
      return counts.requests
    case 'bus_answers':
      return counts.answers
    case 'bus_timeouts':
      return counts.timeouts
    case 'bus_bad_frames':
      return counts.badFrames
    case 'bus_exceptions':
      return counts.exceptions
    case 'bus_overruns':
      return counts.overruns
    case 'bus_response_ms': {
      const answered = counts.answers + counts.exceptions
      return answered === 0 ? null : Math.round(counts.answerMs / answered)
    }
  }
}

function noCounts(): Counts {
  return { requests: 0, answers: 0, timeouts: 0, badFrames: 0, exceptions: 0, overruns: 0, answerMs: 0 }
}
