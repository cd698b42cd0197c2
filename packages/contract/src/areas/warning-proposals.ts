import { warningKinds } from '@coldkeep/domain/alarms/early-warning-rules'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { analysisQuery } from './analysis'

export const warningProposals = defineCall({
  method: 'GET',
  path: '/api/v2/pre-alarm/detail/proposals',
  access: ['1-8'],
  cost: 'heavy',
  summary:
    'For each rule of early warnings that holds in a department or store, stricter points with which no warning of a period that came true would have been lost.',
  query: analysisQuery,
  answer: z.object({
    proposals: z.array(
      z.object({
        kind: z.enum(warningKinds),
        /** The rule in words. */
        rule: z.string(),
        /** The points that the rule has now. */
        present: z.number(),
        /** `too_few`: fewer than ten warnings were decided, or none came true. */
        advice: z.enum(['too_few', 'keep', 'change']),
        /** Decided warnings that come with the present rule. */
        cameTrue: z.int(),
        false: z.int(),
        /** The points proposed; `null` for no change. */
        x: z.nullable(z.number()),
        /** False ones that would not come with them. */
        spared: z.int(),
      }),
    ),
  }),
})
