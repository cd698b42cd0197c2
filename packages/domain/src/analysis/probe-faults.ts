import { expectedAt, scatterAt } from './fit-figure'
import type { HealthBaseline } from './health-baseline'
import type { MeasuredHealth } from './health-indicators'

/** What is wrong with a probe, or with a defrost that two probes show. */
export type ProbeFault = 'probe_stuck' | 'probe_reads_low' | 'coil_probe' | 'endless_defrost'

/** A probe that does not move for so long, and for three times as long as ever before, is stuck. */
const LEAST_STILL_MINUTES = 360
const LONGER_THAN_EVER = 3
/** A device of which nothing is known yet: a compressor that starts and stops moves any air. */
const LEAST_STILL_UNKNOWN_MINUTES = 720
const STARTING_PER_HOUR = 0.5
/** A probe that is held, or hangs by a broken wire, moves with a small share of what it did. */
const HARDLY_MOVES = 0.2
/** Where a valve meters well only defrosts move the air, and on some days there is none. */
const LEAST_USUAL_MOVE_K = 0.6
/** Air is never colder than a coil that rests in it. */
const COLDER_THAN_COIL_K = 1
const MOVED_K = 1.5
const LEAST_COVERED_MINUTES = 1200
const USUAL_DEVIATIONS = 4
/** A defrost ends by its clock after half an hour or so. */
const LONGEST_DEFROST_MINUTES = 120
const MINUTES_PER_HOUR = 60

/** What is wrong with a probe, and the figure that shows it. */
export interface ProbeReason {
  readonly fault: ProbeFault
  /** Hours without any move, K that it moves, K of air above coil at rest, a second probe, melting ice, hours of defrost. */
  readonly what: 'still' | 'moves' | 'rest' | 'second_probe' | 'melting' | 'warm_coil'
  readonly value: number | null
  readonly usual: number | null
}

/** What needs no comparison with earlier days; some equipment is so from the beginning. */
export function plainProbeFaults(measured: MeasuredHealth): ProbeFault[] {
  const faults: ProbeFault[] = []
  if (measured.isBelowSecondProbe === true) faults.push('probe_reads_low')
  if ((measured.warmCoilMinutes ?? 0) > LONGEST_DEFROST_MINUTES) faults.push('endless_defrost')
  if (measured.plateau === 'reads_low' || measured.plateau === 'reads_high') faults.push('coil_probe')
  return faults
}

/** What is wrong now and was not in the days of the baseline; the first that is found. */
export function probeReasonOf(measured: MeasuredHealth, baseline: HealthBaseline | null): ProbeReason | null {
  if (isStuck(measured, baseline)) {
    const hours = (measured.stillMinutes ?? 0) / MINUTES_PER_HOUR
    return { fault: 'probe_stuck', what: 'still', value: hours, usual: null }
  }
  if (hardlyMoves(measured, baseline)) {
    const usual = baseline?.moveK?.typical ?? null
    return { fault: 'probe_stuck', what: 'moves', value: measured.moveK ?? null, usual }
  }
  if (baseline?.restDifferenceK && isColderThanCoil(measured, baseline)) {
    const usual = expectedAt(baseline.restDifferenceK, null)
    return { fault: 'probe_reads_low', what: 'rest', value: measured.restDifferenceK, usual }
  }
  return plainProbeReason(measured, baseline?.usualFaults ?? [])
}

/** What needs no comparison, but for what was usual. */
export function plainProbeReason(
  measured: MeasuredHealth,
  usualFaults: readonly ProbeFault[] = [],
): ProbeReason | null {
  const fault = plainProbeFaults(measured).find((one) => !usualFaults.includes(one)) ?? null
  if (fault === null) return null
  const bare = { fault, value: null, usual: null }
  if (fault === 'coil_probe') return { ...bare, what: 'melting' }
  if (fault === 'probe_reads_low') return { ...bare, what: 'second_probe' }
  return { ...bare, what: 'warm_coil', value: (measured.warmCoilMinutes ?? 0) / MINUTES_PER_HOUR }
}

function isStuck({ stillMinutes, startsPerHour }: MeasuredHealth, baseline: HealthBaseline | null): boolean {
  const still = stillMinutes ?? 0
  const usual = baseline?.stillMinutes ?? null
  if (usual === null) return still >= LEAST_STILL_UNKNOWN_MINUTES && (startsPerHour ?? 0) >= STARTING_PER_HOUR
  const longest = usual.typical + USUAL_DEVIATIONS * usual.scatter
  return still >= Math.max(LEAST_STILL_MINUTES, LONGER_THAN_EVER * longest)
}

function hardlyMoves({ moveK, coveredMinutes }: MeasuredHealth, baseline: HealthBaseline | null): boolean {
  const usual = baseline?.moveK ?? null
  if (baseline === null || usual === null || (moveK ?? null) === null) return false
  const least = Math.min(HARDLY_MOVES * usual.typical, usual.typical - USUAL_DEVIATIONS * usual.scatter)
  return (
    coveredMinutes >= LEAST_COVERED_MINUTES &&
    usual.typical >= LEAST_USUAL_MOVE_K &&
    (moveK as number) < least
  )
}

function isColderThanCoil({ restDifferenceK }: MeasuredHealth, baseline: HealthBaseline): boolean {
  const usual = baseline.restDifferenceK
  if (usual === null || (restDifferenceK ?? null) === null) return false
  const least = Math.max(MOVED_K, USUAL_DEVIATIONS * scatterAt(usual, null))
  const now = restDifferenceK as number
  return now < -COLDER_THAN_COIL_K && expectedAt(usual, null) - now >= least
}
