import type { BulletinCategoryId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { wireId } from '../wire/id'
import { line } from '../wire/line'
import { ownedFields } from '../wire/owner'

const access = ['4-6'] as const
const path = '/api/v2/bulletins/categories'

const id = wireId<BulletinCategoryId>()
const title = line(1, 60)
const revision = z.int().check(z.gte(1))

export const wireBulletinCategory = z.object({ id, title, ...ownedFields, revision })
export type BulletinCategory = z.output<typeof wireBulletinCategory>

export const listBulletinCategories = defineCall({
  method: 'GET',
  path,
  access,
  summary: 'The categories of messages that are used in the department of the caller, and those below it.',
  answer: z.object({ categories: z.array(wireBulletinCategory) }),
})

export const addBulletinCategory = defineCall({
  method: 'POST',
  path,
  access,
  summary: 'Adds a category of the department of the caller.',
  body: z.object({ title }),
  answer: wireBulletinCategory,
})

export const changeBulletinCategory = defineCall({
  method: 'PATCH',
  path,
  access,
  summary: 'Renames a category; messages that were sent keep its name of then.',
  body: z.object({ id, title, revision }),
  answer: wireBulletinCategory,
})

export const removeBulletinCategory = defineCall({
  method: 'DELETE',
  path,
  access,
  summary: 'Takes a category out of the list; messages that have it keep it.',
  query: z.object({
    id,
    revision: z.codec(z.string().check(z.regex(/^\d{1,9}$/)), revision, { decode: Number, encode: String }),
  }),
  answer: nothing,
})
