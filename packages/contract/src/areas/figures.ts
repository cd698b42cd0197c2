import { type FigureRule, figureGroupKeys } from '@coldkeep/domain/analysis/figures'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import {
  type PlaceSetting,
  placeOfRule,
  placeQuery,
  placeSetting,
  readRevision,
  wireRevision,
} from '../wire/setting'

const access = ['2-2-1'] as const
const path = '/api/v2/util/figures/cfg'

const figureGroup = z.enum(figureGroupKeys)
/** All figures of the group by their keys. What each may be is a matter of the group. */
const figures = z.record(z.string().check(z.maxLength(40)), z.number())
const wireRule = { figureGroup, figures }

export type FigureSetting = PlaceSetting<FigureRule>

export const figureSetting = placeSetting(wireRule)

const written = { ...placeOfRule, ...wireRule }

export const getFigureSettings = defineCall({
  method: 'GET',
  path,
  access: ['2-2-1', '2-2-5'],
  summary:
    'The figures of our own choice that hold in a department or a store, and where each group comes from.',
  query: z.object(placeQuery),
  answer: z.object({ settings: z.array(figureSetting) }),
})

export const saveFigureSetting = defineCall({
  method: 'POST',
  path,
  access,
  summary:
    'Gives a store, or else a department, its own figures of a group; days that begin from now on are judged by them.',
  body: z.object({ ...written, revision: wireRevision }),
  answer: figureSetting,
})

export const removeFigureSetting = defineCall({
  method: 'DELETE',
  path,
  access,
  summary: 'Takes the own figures of a store or a department away, so that it inherits those of a group.',
  query: z.object({ ...placeQuery, figureGroup, revision: readRevision }),
  answer: figureSetting,
})

/**
 * Classes of what is judged: of a day of a device its verdict, of a store its connection rate or its insurance, of a
 * device its health.
 */
const judgedClass = z.enum([
  ...(['breach', 'watch', 'protected', 'no_data', 'good', 'fair', 'poor'] as const),
  ...(['expired', 'expiring', 'active'] as const),
])
export type JudgedClass = z.output<typeof judgedClass>

export const previewFigures = defineCall({
  method: 'POST',
  path: '/api/v2/util/figures/preview',
  access,
  cost: 'heavy',
  summary:
    'What other figures would have made of the last seven whole days of a department or a store; nothing is kept.',
  body: z.object(written),
  answer: z.object({
    firstOn: z.string(),
    lastOn: z.string(),
    /** Whose days were looked at: those that the choice would reach, of a large chain the first of them. */
    stores: z.int(),
    allStores: z.int(),
    /**
     * What was looked at: of a zone days of insured devices that have a verdict, of the weights of health devices with a
     * baseline, else stores.
     */
    judged: z.int(),
    /** Of these stores, days left out because the readings of too many would have to be measured again. */
    unseen: z.int(),
    /** Devices or stores of which something would be judged otherwise. */
    subjects: z.int(),
    changes: z.array(z.object({ before: judgedClass, after: judgedClass, count: z.int() })),
  }),
})
