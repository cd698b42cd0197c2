import type { FieldCourse } from '@coldkeep/domain/firmware/field-measures'
import { type FieldFinding, type FieldVerdict, judgeField } from '@coldkeep/domain/firmware/judge-field'
import { planWaves, type WaveShare } from '@coldkeep/domain/firmware/plan-waves'
import { type BuildFault, courseOf, makeStores, NIGHT_HOURS } from './field-noise'

export interface GateTrial {
  readonly seed: number
  readonly stores: number
  readonly waves: readonly WaveShare[]
  readonly fault: BuildFault
  /** 0 where no store has so few updated ones that it would be held against its past. */
  readonly historyDays: number
  /** Whether others are compared in each hour of the night, or each in one. */
  readonly isEachHour: boolean
}

export const THREE_WAVES: readonly WaveShare[] = [
  { share: 0.02, least: 1 },
  { share: 0.2, least: 1 },
  { share: 1, least: 0 },
]

interface GateOutcome {
  /** After which wave the job paused; null: it never did. */
  readonly wave: number | null
  readonly finding: FieldFinding | null
}

/**
 * A job from its first wave on, judged after each wave but the last: all stores that were updated so far, against those
 * that were not yet when they were.
 */
export function runGates(
  { seed, stores: count, waves, fault, historyDays, isEachHour }: GateTrial,
  judge: (courses: readonly FieldCourse[]) => FieldVerdict = judgeField,
): GateOutcome {
  const stores = makeStores(seed, count)
  const planned = planWaves(
    stores.map(({ target }) => target),
    waves,
    seed,
  )
  const courses: FieldCourse[] = []
  for (let wave = 1; wave < waves.length; wave++) {
    for (const [index, store] of stores.entries()) {
      const own = planned[index] as number
      if (own < wave) continue
      const of = { seed, gate: wave, isUpdated: own === wave, fault, historyDays }
      const hours =
        isEachHour && own > wave ? Array.from({ length: NIGHT_HOURS }, (_, hour) => hour) : [undefined]
      for (const hour of hours) courses.push(courseOf(store, { ...of, hour }))
    }
    const verdict = judge(courses)
    if (verdict.kind === 'pause') return { wave, finding: verdict.finding }
  }
  return { wave: null, finding: null }
}
