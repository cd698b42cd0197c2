import { helpCategories, helpPages, LONGEST_SEARCH } from '@coldkeep/domain/help/help-text'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { languages } from '../config'
import { wireInstant } from '../wire/instant'
import { line } from '../wire/line'
import { storableText } from '../wire/storable-text'

const LONGEST_TITLE = 200
const LONGEST_CONTENT = 6_000

const language = z.enum(languages)
/** Of the product, as `returned-alarm`, or made by who writes a text of the organisation: `own-` and 8 to 40 letters. */
const key = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,60}$/))
const words = z.object({
  title: line(1, LONGEST_TITLE),
  content: storableText(LONGEST_CONTENT).check(z.trim(), z.minLength(1)),
})
/** By language; what one lacks is shown in another. */
const texts = z.partialRecord(language, words)
export type HelpTexts = Readonly<z.output<typeof texts>>

const shownText = z.object({
  key: z.string(),
  title: z.string(),
  /** Markdown. In addresses `{store}` stands for the reader's own store. */
  content: z.string(),
  /** In which it is written. */
  language,
  /** Editors see hidden ones too. */
  isShown: z.boolean(),
})
export type ShownHelp = z.output<typeof shownText>

const question = z.extend(shownText, {
  /** What the caller said; `null`: nothing yet. */
  isHelpful: z.nullable(z.boolean()),
  /** What all said; for editors alone. */
  verdicts: z.nullable(z.object({ helpful: z.int(), unhelpful: z.int() })),
})
export type HelpQuestion = z.output<typeof question>

export const getFaq = defineCall({
  method: 'GET',
  path: '/api/v2/faq',
  access: ['5-1'],
  summary: 'Questions with their answers in the language of the caller, by category.',
  answer: z.object({
    categories: z.record(z.string(), z.object({ title: z.string(), entries: z.array(question) })),
    mayEdit: z.boolean(),
  }),
})
export type HelpCategoryRow = z.output<typeof getFaq.answer>['categories'][string]

export const getAbout = defineCall({
  method: 'GET',
  path: '/api/v2/about',
  access: ['5-2'],
  summary: 'What the product is, its version, the licences of what it uses, and what the organisation wrote.',
  answer: z.object({
    sections: z.array(shownText),
    version: z.string(),
    /** Packages that the product is shipped with. */
    licences: z.array(z.object({ name: z.string(), version: z.string(), licence: z.string() })),
    mayEdit: z.boolean(),
  }),
})

/** Rises with each change of a text; `0`: as it came with the product. */
const version = z.int().check(z.gte(0))

const helpVersion = z.object({
  version,
  texts,
  isShown: z.boolean(),
  /** `null`: as it came with the product. */
  changedAt: z.nullable(wireInstant),
  changedBy: z.nullable(z.string()),
})
export type HelpVersion = z.output<typeof helpVersion>

export const helpText = z.object({
  key: z.string(),
  page: z.enum(helpPages),
  category: z.nullable(z.enum(helpCategories)),
  /** All, the present one first. */
  versions: z.array(helpVersion),
})
export type HelpText = z.output<typeof helpText>

export const getHelpText = defineCall({
  method: 'GET',
  path: '/api/v2/help/{key}',
  access: ['5-1', '5-2'],
  summary: 'A text of help in all languages with all its versions, for those who may edit it.',
  params: z.object({ key }),
  answer: helpText,
})

export const saveHelpText = defineCall({
  method: 'PUT',
  path: '/api/v2/help/{key}',
  access: ['5-1', '5-2'],
  summary:
    'Changes a text of help, or adds one of the organisation whose key begins with `own-`; the former wording is kept.',
  params: z.object({ key }),
  body: z.object({
    page: z.enum(helpPages),
    /** Of a question of the organisation; one of the product stays where it is. */
    category: z.nullable(z.enum(helpCategories)),
    texts,
    isShown: z.boolean(),
    /** That was read; `null` for a new one. */
    version: z.nullable(version),
  }),
  answer: helpText,
})

export const judgeHelp = defineCall({
  method: 'PUT',
  path: '/api/v2/help/{key}/verdict',
  access: ['5-1'],
  summary: 'Says whether an answer helped; the last word of an account counts.',
  params: z.object({ key }),
  body: z.object({ isHelpful: z.boolean() }),
  answer: nothing,
})

export const noteHelpSearch = defineCall({
  method: 'POST',
  path: '/api/v2/help/searches',
  access: ['5-1'],
  summary: 'Counts a search that found no question, for those who write them.',
  body: z.object({ text: line(1, LONGEST_SEARCH) }),
  answer: nothing,
})

export const listHelpSearches = defineCall({
  method: 'GET',
  path: '/api/v2/help/searches',
  access: ['5-1'],
  summary: 'Searches that found no question, for those who may edit help: the most frequent 200.',
  answer: z.object({
    searches: z.array(z.object({ text: z.string(), language, count: z.int(), lastAt: wireInstant })),
  }),
})

export const removeHelpSearch = defineCall({
  method: 'DELETE',
  path: '/api/v2/help/searches',
  access: ['5-1'],
  summary: 'Takes a search off the list, once it has its answer.',
  query: z.object({ text: line(1, LONGEST_SEARCH), language }),
  answer: nothing,
})
