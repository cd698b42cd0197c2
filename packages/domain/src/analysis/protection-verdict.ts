import { type TemperatureSums, temperatureMeans } from './temperature-figures'
import type { ZoneLimits } from './zone-limits'

/** How well a product was protected, from worst to best; `no_data` is no judgement. */
const protectionVerdicts = ['breach', 'watch', 'protected', 'no_data'] as const
export type ProtectionVerdict = (typeof protectionVerdicts)[number]

/** Device-days by verdict. */
export type VerdictCounts = Readonly<Record<ProtectionVerdict, number>>

const LEAST_COVERAGE = 0.9
const HARD_SPELL_MINUTES = 10

/**
 * The verdict on a day, by the first rule that fits: too little known · an excursion longer than the grace, too many
 * degree-minutes, or ten minutes beyond the hard limit in one spell · any excursion, or a mean kinetic temperature
 * above the insured limit where the zone is judged by it · protected.
 */
export function verdictOf(sums: TemperatureSums, limits: ZoneLimits): ProtectionVerdict {
  const { meanKineticC, coverage } = temperatureMeans(sums, limits.activationKjPerMol)
  if (meanKineticC === null || coverage === null || coverage < LEAST_COVERAGE) return 'no_data'
  if (exceedsPromise(sums, limits)) return 'breach'
  const isSpoiling =
    limits.isJudgedByKinetics && meanKineticC > (limits.insuredHighC ?? Number.POSITIVE_INFINITY)
  return sums.excursionMinutes > 0 || isSpoiling ? 'watch' : 'protected'
}

/** What is known breaks what was promised, however much is not known. */
export function exceedsPromise(sums: TemperatureSums, limits: ZoneLimits): boolean {
  return (
    sums.longestExcursionMinutes > limits.graceMinutes ||
    sums.degreeMinutes > limits.degreeMinutesMax ||
    sums.longestBeyondHardMinutes >= HARD_SPELL_MINUTES
  )
}

export function countVerdicts(verdicts: Iterable<ProtectionVerdict>): VerdictCounts {
  const counts = { breach: 0, watch: 0, protected: 0, no_data: 0 }
  for (const verdict of verdicts) counts[verdict]++
  return counts
}

/** The verdict on several days: the worst of them, and `no_data` only where there is nothing else. */
export function worstVerdict(counts: VerdictCounts): ProtectionVerdict {
  return protectionVerdicts.find((verdict) => counts[verdict] > 0) ?? 'no_data'
}

/** Share 0 to 1 that is protected of all that has a verdict; null where nothing has. */
export function protectedShare(counts: VerdictCounts): number | null {
  return shareOfJudged(counts.protected, counts)
}

/** Share 0 to 1 of device-days on which the promise was kept, with excursions or without; null where none is judged. */
export function protectedDayRate(counts: VerdictCounts): number | null {
  return shareOfJudged(counts.protected + counts.watch, counts)
}

function shareOfJudged(part: number, counts: VerdictCounts): number | null {
  const judged = counts.breach + counts.watch + counts.protected
  return judged === 0 ? null : part / judged
}
