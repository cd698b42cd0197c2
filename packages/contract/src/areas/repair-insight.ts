import type { PointId, RepairCaseId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { wireId } from '../wire/id'
import { wireInstant } from '../wire/instant'

const groups = ['temperature', 'duty', 'defrosts'] as const
const figures = ['deviation', 'run_ratio', 'starts', 'pull_down', 'recovery'] as const

/** Why a case proposes to close. */
const closeProposal = z.object({
  at: wireInstant,
  quietSince: wireInstant,
  leastQuietMinutes: z.number(),
  /** How many alarms were looked at. */
  alarms: z.int(),
  /** End of the 24 hours of the figures; `null` where the device has none. */
  scoredAt: z.nullable(wireInstant),
  /** K off the control band, running share 0 to 1, starts per hour, K per minute, minutes from a defrost. */
  figures: z.array(
    z.object({
      figure: z.enum(figures),
      /** On the worst day of the fault. */
      before: z.nullable(z.number()),
      wasInBand: z.nullable(z.boolean()),
      value: z.number(),
      usual: z.number(),
      /** Where the band of the device ends on the side that is worse: `most` or `least`. */
      bound: z.number(),
      side: z.enum(['most', 'least']),
    }),
  ),
  /** What could not be looked at. */
  unseen: z.array(
    z.object({
      group: z.enum(groups),
      why: z.enum(['no_score', 'no_baseline', 'not_measured', 'unmeasurable']),
    }),
  ),
})
export type WireCloseProposal = z.output<typeof closeProposal>

/** The case of the device that was closed within 14 days before this one. */
const repeat = z.object({
  /** 2: the first repeat. */
  ordinal: z.int(),
  before: z.object({ id: wireId<RepairCaseId>(), ticket: z.string(), closedAt: wireInstant }),
})

const curveMoments = ['alarm', 'alarm_over', 'reported', 'repaired', 'closed'] as const
const span = z.object({ from: wireInstant, to: wireInstant })

/** Which curve of the equipment shows the fault, in spans of the same length. */
const repairCurve = z.object({
  point: z.object({ id: wireId<PointId>(), name: z.string(), unit: z.string() }),
  periodSeconds: z.int(),
  /** From which an alarm is raised. */
  limits: z.array(z.object({ side: z.enum(['low', 'high']), value: z.number() })),
  before: span,
  /** `null`: not repaired yet. */
  after: z.nullable(span),
  /** Oldest first. */
  moments: z.array(z.object({ kind: z.enum(curveMoments), at: wireInstant })),
})
export type RepairCurve = z.output<typeof repairCurve>

/** What the service makes of a case by itself. */
export const repairInsight = {
  proposal: z.nullable(closeProposal),
  repeat: z.nullable(repeat),
  curve: z.nullable(repairCurve),
}

/** All cases, or those that propose to close. */
export const closeProposals = ['all', 'proposed'] as const
