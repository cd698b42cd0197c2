import { warningKinds } from '@coldkeep/domain/alarms/early-warning-rules'
import { warningVerdicts } from '@coldkeep/domain/alarms/warning-outcome'
import type { DeviceId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { wireInstant } from '../wire/instant'

/** What a person said of an early warning. */
export const givenVerdict = z.object({
  says: z.enum(warningVerdicts),
  at: wireInstant,
  by: z.string(),
})
export type GivenVerdict = z.output<typeof givenVerdict>

export const judgeWarning = defineCall({
  method: 'POST',
  path: '/api/v2/pre-alarm/verdict',
  access: ['1-7'],
  summary:
    'Says of an early warning whether it was right; a later verdict replaces it, and none takes it back.',
  body: z.object({
    deviceId: as('device', wireId<DeviceId>()),
    kind: z.enum(warningKinds),
    /** When it was raised, give or take the hours by which days that are computed again may move it. */
    raised: wireInstant,
    verdict: z.nullable(z.enum(warningVerdicts)),
  }),
  answer: z.object({
    verdict: z.nullable(givenVerdict),
    /** What was said of it until now. */
    before: z.nullable(z.enum(warningVerdicts)),
  }),
})
