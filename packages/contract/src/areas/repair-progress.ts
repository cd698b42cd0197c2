import type { DepartmentId, RepairProgressId } from '@coldkeep/domain/ids'
import { MOST_STEPS } from '@coldkeep/domain/repair/progress-list'
import { repairPhases } from '@coldkeep/domain/repair/repair-case'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { line } from '../wire/line'
import { readRevision, wireSource } from '../wire/setting'

const access = ['2-2-1'] as const
const path = '/api/v2/util/repair-progress/cfg'
const department = as('depart', wireId<DepartmentId>())
const name = z._default(line(0, 60), '')

/** What people write of a step. */
const stepDraft = z.object({
  /** Its own words; those of a language take their place for its readers. */
  title: line(1, 60),
  englishTitle: as('title_en', name),
  traditionalTitle: as('title_zh_tw', name),
  simplifiedTitle: as('title_zh_cn', name),
  japaneseTitle: as('title_ja', name),
  /** Whether a case goes on, is repaired, or was none. */
  phase: z.enum(repairPhases),
  /** Its place in the list, from 1; the others move. */
  position: z.int().check(z.gte(1), z.lte(MOST_STEPS)),
})
export type ProgressStepDraft = z.output<typeof stepDraft>

const revised = { id: wireId<RepairProgressId>(), revision: z.int() }

export const wireStep = z.extend(stepDraft, {
  ...revised,
  /** It comes with the product, in the language of its reader. */
  isStandard: z.boolean(),
})
export type ProgressStep = z.output<typeof wireStep>

export const listProgressSteps = defineCall({
  method: 'GET',
  path,
  access,
  summary: 'The steps that cases of a department go through, and whose list that is.',
  query: z.object({ departmentId: department }),
  answer: z.object({
    steps: z.array(wireStep),
    /** The department has a list of its own. */
    isOwn: z.boolean(),
    source: wireSource,
  }),
})

export const addProgressSteps = defineCall({
  method: 'POST',
  path,
  access,
  summary:
    'Adds steps to the list of a department; one that had none gets a copy of the list that it has used so far.',
  body: z.object({
    departmentId: department,
    steps: z.array(stepDraft).check(z.minLength(1), z.maxLength(MOST_STEPS)),
  }),
  answer: nothing,
})

export const changeProgressSteps = defineCall({
  method: 'PATCH',
  path,
  access,
  summary: 'Changes steps of the list of a department, which is its own from then on.',
  body: z.object({
    departmentId: department,
    steps: z.array(z.extend(stepDraft, revised)).check(z.minLength(1), z.maxLength(MOST_STEPS)),
  }),
  answer: nothing,
})

export const removeProgressStep = defineCall({
  method: 'DELETE',
  path,
  access,
  summary: 'Removes a step from the list of a department. Cases that have come to it keep its words.',
  query: z.object({ departmentId: department, id: wireId<RepairProgressId>(), revision: readRevision }),
  answer: nothing,
})

export const inheritProgressSteps = defineCall({
  method: 'POST',
  path: '/api/v2/util/repair-progress/inherit',
  access,
  summary: 'Gives up the own list of a department, which then uses that of those above it.',
  body: z.object({ departmentId: department }),
  answer: nothing,
})
