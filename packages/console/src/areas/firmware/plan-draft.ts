import { type FirmwarePlan, firmwarePlan, USUAL_PLAN } from '@coldkeep/contract/areas/firmware-jobs'
import * as z from 'zod/mini'

/** A wave while it is being filled in. */
export interface WaveDraft {
  /** Names the row while others come and go. */
  readonly key: number
  /** Of all terminals up to this wave. */
  readonly percent: number | null
  readonly least: number | null
}

/** A plan while it is being filled in. The last wave, which has all that are left, is not among the waves. */
export interface PlanDraft {
  readonly waves: readonly WaveDraft[]
  readonly soakMinutes: number | null
  readonly maxFailPercent: number | null
  readonly maxFailCount: number | null
  readonly hasWindow: boolean
  readonly from: string
  readonly to: string
  readonly rate: number | null
  readonly mayPostpone: boolean
}

/** Which field of a plan is wrong; `ascending`: a wave has no larger share than the one before. */
export type PlanFault =
  | 'waves'
  | 'ascending'
  | 'soakMinutes'
  | 'maxFailShare'
  | 'maxFailCount'
  | 'window'
  | 'rate'

const LAST_WAVE = { share: 1, least: 1 }
const NIGHT = { from: '01:00', to: '05:00' }

export function planDraft(plan: FirmwarePlan = USUAL_PLAN): PlanDraft {
  const { waves, soakMinutes, maxFailShare, maxFailCount, window, rate, mayPostpone } = plan
  return {
    waves: waves.slice(0, -1).map(({ share, least }, key) => ({ key, percent: percentOf(share), least })),
    soakMinutes,
    maxFailPercent: percentOf(maxFailShare),
    maxFailCount,
    hasWindow: window !== null,
    ...(window ?? NIGHT),
    rate,
    mayPostpone,
  }
}

/** A further wave before the last one, half-way to all. */
export function withWave(draft: PlanDraft): PlanDraft {
  const { percent = 0 } = draft.waves.at(-1) ?? {}
  const key = 1 + Math.max(-1, ...draft.waves.map((wave) => wave.key))
  const half = Math.round(((percent ?? 0) + 100) / 2)
  return { ...draft, waves: [...draft.waves, { key, percent: half, least: 1 }] }
}

/** The plan as it is sent, or the first thing that is wrong with it. */
export function planOf(draft: PlanDraft): { readonly plan: FirmwarePlan } | { readonly fault: PlanFault } {
  const { waves, soakMinutes, maxFailPercent, maxFailCount, hasWindow, rate, mayPostpone } = draft
  const shares = waves.map(({ percent }) => percent ?? Number.NaN)
  const intended = {
    waves: [...waves.map(({ percent, least }) => ({ share: shareOf(percent), least })), LAST_WAVE],
    soakMinutes,
    maxFailShare: shareOf(maxFailPercent),
    maxFailCount,
    window: hasWindow ? { from: draft.from.trim(), to: draft.to.trim() } : null,
    rate,
    mayPostpone,
  }
  const found = z.safeParse(firmwarePlan, intended)
  if (!found.success) return { fault: found.error.issues[0]?.path[0] as PlanFault }
  const isAscending = shares.every((share, index) => share > (shares[index - 1] ?? 0) && share < 100)
  return isAscending ? { plan: found.data } : { fault: 'ascending' }
}

function percentOf(share: number): number {
  return Math.round(share * 10_000) / 100
}

function shareOf(percent: number | null): number | null {
  return percent === null ? null : Math.round(percent * 100) / 10_000
}
