import type { DepartmentId, DeviceId, FridgeEntryId, StoreId } from '@coldkeep/domain/ids'
import { entryStates, fridgeLists } from '@coldkeep/domain/organisation/fridge-list'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { line, telephone } from '../wire/line'
import { newOwner, ownedFields } from '../wire/owner'
import { readRevision } from '../wire/setting'

const access = ['3-3'] as const
const path = '/api/v2/fridge'

const title = line(1, 60)
const id = wireId<FridgeEntryId>()
const revision = z.optional(z.int().check(z.gte(1)))
/** Of a store only those used there: what its devices can be set to. */
const choiceQuery = z.object({ storeId: as('storeid', z.optional(wireId<StoreId>())) })
const named = z.object({ id, revision: readRevision })

const added = z.object({ id, state: z.enum(entryStates) })

const brandFields = {
  contact: z._default(line(0, 60), ''),
  phone: as('tel', z._default(telephone, '')),
  address: as('addr', z._default(line(0, 200), '')),
}
const brandDraft = { title: as('brand_name', title), ...brandFields }

const brandShown = {
  title: as('name', z.string()),
  contact: z.string(),
  phone: as('tel', z.string()),
  address: as('addr', z.string()),
}
export const wireBrand = z.object({ id, ...brandShown, ...ownedFields, revision: z.int() })
export type FridgeBrand = z.output<typeof wireBrand>

export const wireFridgeEntry = z.object({ id, title: z.string(), ...ownedFields, revision: z.int() })
export type FridgeEntry = z.output<typeof wireFridgeEntry>

export const listFridgeBrands = defineCall({
  method: 'GET',
  path: `${path}/brand`,
  access,
  summary: 'The brands of fridges that are in the list, of a store only those used there.',
  query: choiceQuery,
  answer: z.object({ brands: z.array(wireBrand) }),
})

export const addFridgeBrand = defineCall({
  method: 'POST',
  path: `${path}/brand`,
  access,
  summary:
    'Adds a brand of fridges to the list of a department. Entered below the top it is proposed, and not in the list until it is approved.',
  body: z.object({ ...brandDraft, ...newOwner }),
  answer: added,
})

const changedBrand = z.object({ id, ...brandDraft, revision })

export const changeFridgeBrand = defineCall({
  method: 'PATCH',
  path: `${path}/brand`,
  access,
  summary:
    'Changes a brand. Below the top the name of one that was approved stays; a refused one is proposed again.',
  body: changedBrand,
  answer: added,
})

export const removeFridgeBrand = defineCall({
  method: 'DELETE',
  path: `${path}/brand`,
  access,
  summary: 'Removes a brand that no device in use has.',
  query: named,
  answer: nothing,
})

const addedEntry = z.object({ title, ...newOwner })
const changedEntry = z.object({ id, title, revision })

export const listFridgeLocations = defineCall({
  method: 'GET',
  path: `${path}/location`,
  access,
  summary: 'The places in a store where fridges are, of a store only those used there.',
  query: choiceQuery,
  answer: z.array(wireFridgeEntry),
})

export const addFridgeLocation = defineCall({
  method: 'POST',
  path: `${path}/location`,
  access,
  summary: 'Adds a place to the list of a department.',
  body: addedEntry,
  answer: added,
})

export const changeFridgeLocation = defineCall({
  method: 'PATCH',
  path: `${path}/location`,
  access,
  summary: 'Renames a place.',
  body: changedEntry,
  answer: added,
})

export const removeFridgeLocation = defineCall({
  method: 'DELETE',
  path: `${path}/location`,
  access,
  summary: 'Removes a place where no device in use is.',
  query: named,
  answer: nothing,
})

export const listFridgeTypes = defineCall({
  method: 'GET',
  path: `${path}/device-type`,
  access,
  summary: 'The types of fridges, of a store only those used there.',
  query: choiceQuery,
  answer: z.array(wireFridgeEntry),
})

export const addFridgeType = defineCall({
  method: 'POST',
  path: `${path}/device-type`,
  access,
  summary: 'Adds a type of fridges to the list of a department.',
  body: addedEntry,
  answer: added,
})

export const changeFridgeType = defineCall({
  method: 'PATCH',
  path: `${path}/device-type`,
  access,
  summary: 'Renames a type of fridges.',
  body: changedEntry,
  answer: added,
})

export const removeFridgeType = defineCall({
  method: 'DELETE',
  path: `${path}/device-type`,
  access,
  summary: 'Removes a type of fridges that no device in use has.',
  query: named,
  answer: nothing,
})

const list = z.enum(fridgeLists)

export const countFridgeUse = defineCall({
  method: 'GET',
  path: `${path}/use`,
  access,
  summary:
    'How many devices in use have each entry of a list, and in how many stores, as far as the caller sees them.',
  cost: 'heavy',
  query: z.object({ list }),
  answer: z.object({ used: z.array(z.object({ id, devices: z.int(), stores: z.int() })) }),
})

export const findSimilarFridge = defineCall({
  method: 'GET',
  path: `${path}/similar`,
  access,
  summary: 'Entries of a list whose names are nearly the same as a name; those that are proposed too.',
  query: z.object({ list, title, /** It is a new name of this one. */ of: z.optional(id) }),
  answer: z.object({
    similar: z.array(
      z.object({
        id,
        title: z.string(),
        state: z.enum(entryStates),
        /** Of the department that it belongs to; `null`: it comes with the product. */
        owner: z.nullable(z.string()),
        /** It differs in case, width and blanks alone. */
        isSame: z.boolean(),
      }),
    ),
  }),
})

const pair = { list, from: id, into: id }

export const previewFridgeMerge = defineCall({
  method: 'GET',
  path: `${path}/merge`,
  access,
  summary:
    'What merging an entry of a list into another one would change: devices, and some of them by name.',
  query: z.object(pair),
  answer: z.object({
    from: z.object({ title: z.string(), revision: z.int() }),
    into: z.object({ title: z.string(), revision: z.int() }),
    devices: z.int(),
    stores: z.int(),
    retired: z.int(),
    examples: z.array(z.object({ id: wireId<DeviceId>(), name: z.string(), store: z.string() })),
  }),
})

export const mergeFridge = defineCall({
  method: 'POST',
  path: `${path}/merge`,
  access,
  summary: 'Sets all devices of an entry to another one and removes it, in one step.',
  body: z.object({ ...pair, fromRevision: revision, intoRevision: revision }),
  answer: z.object({ devices: z.int() }),
})

const wireProposal = z.object({
  id,
  ...brandShown,
  ...ownedFields,
  revision: z.int(),
  state: z.enum(entryStates),
  proposer: z.string(),
  proposedAt: z.nullable(wireInstant),
  reviewer: z.string(),
  reviewedAt: z.nullable(wireInstant),
  /** Why it was refused. */
  reason: z.string(),
  /** Departments that may have it, from the top down to the one that it was proposed in. */
  places: z.array(z.object({ id: wireId<DepartmentId>(), name: z.string() })),
})
export type BrandProposal = z.output<typeof wireProposal>

export const listBrandProposals = defineCall({
  method: 'GET',
  path: `${path}/brand/proposal`,
  access,
  summary: 'Brands of the own departments that wait for approval or were refused.',
  answer: z.object({ proposals: z.array(wireProposal), mayReview: z.boolean() }),
})

export const reviewFridgeBrand = defineCall({
  method: 'POST',
  path: `${path}/brand/review`,
  access,
  summary: 'Adds a proposed brand to the list, or refuses it with a reason. Its proposer is notified.',
  body: z.object({
    id,
    isApproved: as('approve', z.boolean()),
    /** Needed to refuse. */
    reason: z._default(line(0, 300), ''),
    /** One above the department that it was proposed in, whose list it comes to. */
    ...newOwner,
    revision,
  }),
  answer: nothing,
})
