import { describe, expect, test } from 'vitest'
import type { Series } from '../points/series'
import { epochMs } from '../time/instant'
import type { Period } from '../time/period'
import { checkMeltingPlateau, readsBelowSecondProbe } from './probe-check'

const startAt = Date.parse('2026-11-20T00:00:00Z')
const minute = (count: number) => epochMs(startAt + count * 60_000)
const period = (from: number, to: number): Period => ({ startAt: minute(from), endAt: minute(to) })
const every5 = (of: (minute: number) => number): Series => {
  const minutes = Array.from({ length: 288 }, (_, index) => 5 * index)
  return { timesMs: minutes.map((at) => minute(at)), values: minutes.map(of) }
}
const window = { period: period(0, 1440), periodSeconds: 300, excluded: [] }

describe('a second probe', () => {
  const air = every5(() => 3)
  test('that is 2.1 K warmer all day shows that the air probe reads low', () => {
    expect(
      readsBelowSecondProbe(
        air,
        every5(() => 5.1),
        [],
        window,
      ),
    ).toBe(true)
    expect(
      readsBelowSecondProbe(
        air,
        every5(() => 5),
        [],
        window,
      ),
    ).toBe(false)
  })
  test('that is warmer for part of the day only shows nothing of the kind', () => {
    const warm = every5((at) => (at < 1300 ? 6 : 4))
    expect(readsBelowSecondProbe(air, warm, [], window)).toBe(false)
    expect(readsBelowSecondProbe(air, warm, [period(1300, 1440)], window)).toBe(true)
  })
  test('that is colder shows nothing', () => {
    expect(
      readsBelowSecondProbe(
        air,
        every5(() => -3),
        [],
        window,
      ),
    ).toBe(false)
  })
  test('that was read for half of the day is not trusted', () => {
    expect(
      readsBelowSecondProbe(
        air,
        every5((at) => (at < 720 ? 6 : Number.NaN)),
        [],
        window,
      ),
    ).toBeNull()
  })
})

describe('the plateau of melting ice', () => {
  /** A reading a minute from the start of the defrost. */
  const coil = (degrees: readonly number[], shiftK = 0): Series => ({
    timesMs: degrees.map((_, at) => minute(at)),
    values: degrees.map((value) => value + shiftK),
  })
  const everyMinute = (degrees: (minute: number) => number): Series => ({
    timesMs: Array.from({ length: 60 }, (_, at) => minute(at)),
    values: Array.from({ length: 60 }, (_, at) => degrees(at)),
  })
  const plateauOf = (
    evaporator: Series,
    defrosts: readonly Period[],
    periodSeconds: number,
    air = everyMinute(() => -18),
  ) => checkMeltingPlateau(evaporator, air, defrosts, periodSeconds)
  const melting = [-20, -15, -10, -5, -1, -0.2, 0, 0.1, 0.2, 0.4, 2, 5, 8]
  const defrost = [period(0, 20)]

  const twiceShifted = (shiftK: number) => coil([...melting, ...melting], shiftK)
  const twoDefrosts = [period(0, melting.length), period(melting.length, 2 * melting.length)]

  test('lies at 0 °C, within 1.5 K, and is off where two defrosts show it', () => {
    // The slow stretch is −0.2, 0, 0.1, 0.2, 0.4: its median 0.1.
    expect(plateauOf(coil(melting), defrost, 60)).toBe('right')
    expect(plateauOf(coil(melting, 1.4), defrost, 60)).toBe('right')
    expect(plateauOf(coil(melting, 1.5), defrost, 60)).toBeNull()
    expect(plateauOf(twiceShifted(1.5), twoDefrosts, 60)).toBe('reads_high')
    expect(plateauOf(twiceShifted(-1.7), twoDefrosts, 60)).toBe('reads_low')
  })
  test('of a probe with steps of 0.5 K says nothing: it stands still at any temperature', () => {
    const { timesMs, values } = twiceShifted(3)
    const coarse = { timesMs, values: Array.from(values, (value) => Math.round(2 * value) / 2) }
    expect(plateauOf(coarse, twoDefrosts, 60)).toBeNull()
  })
  test('of less than three minutes says nothing', () => {
    expect(plateauOf(coil([-20, -10, -1, 0, 0.2, 0.4, 4, 8]), defrost, 60)).toBeNull()
    // Polled more slowly than every two minutes, what looks flat is chance.
    expect(plateauOf(coil(melting, 1.5), defrost, 121)).toBeNull()
  })
  test('is none where the coil does not come from below or does not continue: nothing melted', () => {
    expect(plateauOf(coil([12, 12.1, 12.2, 12.3, 12.4, 12.5, 17]), defrost, 60)).toBeNull()
    expect(plateauOf(coil([-20, -15, -12, -11.9, -11.8, -11.7, -11.6]), defrost, 60)).toBeNull()
  })
  test('that reads right in one of several defrosts is right', () => {
    const twice: Series = {
      timesMs: [...melting, ...melting, ...melting].map((_, at) => minute(at)),
      values: [...melting.map((value) => value - 3), ...melting, ...melting],
    }
    const length = melting.length
    const three = [period(0, length), period(length, 2 * length), period(2 * length, 3 * length)]
    expect(plateauOf(twice, three, 60)).toBe('right')
  })
  test('is not where a coil that nothing heats comes to rest at the temperature of its air', () => {
    // no stretch at 0; flat at 4.4 to 5.2 for 4 minutes, beside air of 5, and again at 8.5
    const offCycle = [-3.8, -1, 1, 2, 3, 4.4, 4.7, 4.9, 5, 5.2, 6, 7, 8.5, 8.6, 8.7, 8.8, 9, 10, 11, 12]
    const twice = coil([...offCycle, ...offCycle])
    const defrosts = [period(0, 20), period(20, 40)]
    expect(
      plateauOf(
        twice,
        defrosts,
        60,
        everyMinute((at) => (at % 20 < 10 ? 5 : 9)),
      ),
    ).toBeNull()
    // beside air of −18 a heater warms it, and what it cannot pass is ice
    expect(plateauOf(twice, defrosts, 60)).toBe('reads_high')
  })
  test('counts where it is right, whatever longer stretch comes after it', () => {
    const tracksAir = [-4, -2, 0, 0.1, 0, 0.1, 1, 2, 3, 3.2, 3.4, 3.6, 3.8, 4, 4.2, 4.4, 5, 6, 7, 8]
    expect(plateauOf(coil([...tracksAir, ...tracksAir]), [period(0, 20), period(20, 40)], 60)).toBe('right')
  })
})
