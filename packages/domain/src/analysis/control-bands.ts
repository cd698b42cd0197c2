import type { Series } from '../points/series'

/** What a controller regulates by: it stops cooling at the set point and starts above set point + differential. */
export interface ControlBand {
  readonly setpointC: number
  readonly differentialK: number
}

/** The band that a controller regulates by from an instant on. */
export interface BandFrom {
  readonly fromMs: number
  readonly band: ControlBand
}

/**
 * The bands of a time in order, the first one for all time before it: a set point is moved by people, and by clocks
 * for the night. What a controller says of its band holds until it says something else.
 * @param usual what holds where it says nothing
 */
export function controlBands(
  setpoint: Series | null,
  differential: Series | null,
  usual: ControlBand,
): BandFrom[] {
  const moves = [...movesOf(setpoint, 'setpointC'), ...movesOf(differential, 'differentialK')]
  const bands: BandFrom[] = []
  let band = usual
  for (const move of moves.sort((a, b) => a.atMs - b.atMs)) {
    band = { ...band, [move.of]: move.value }
    // What is heard first held before it too, of either.
    const isFirst = bands.length === 0 || bands.at(-1)?.fromMs === move.atMs
    if (isFirst) bands[Math.max(0, bands.length - 1)] = { fromMs: move.atMs, band }
    else bands.push({ fromMs: move.atMs, band })
  }
  return bands.length === 0 ? [{ fromMs: 0, band }] : bands
}

/** The band that held at an instant. */
export function bandAt(bands: readonly BandFrom[], atMs: number): ControlBand {
  let [found] = bands
  for (const one of bands) {
    if (one.fromMs > atMs) break
    found = one
  }
  if (found === undefined) throw new RangeError('no band')
  return found.band
}

function movesOf(
  series: Series | null,
  of: keyof ControlBand,
): { readonly atMs: number; readonly of: keyof ControlBand; readonly value: number }[] {
  const moves: { atMs: number; of: keyof ControlBand; value: number }[] = []
  if (series === null) return moves
  for (let index = 0; index < series.timesMs.length; index++) {
    const value = series.values[index] as number
    if (Number.isNaN(value) || moves.at(-1)?.value === value) continue
    moves.push({ atMs: series.timesMs[index] as number, of, value })
  }
  return moves
}
