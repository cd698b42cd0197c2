import type { DepartmentId, FridgeEntryId, StoreId } from '@coldkeep/domain/ids'
import { type FridgeList, foldedTitle, isSimilarTitle } from '@coldkeep/domain/organisation/fridge-list'
import { scopeOf, selectStoreInScope } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import type { Basics } from '../../calls/context'
import type { Db } from '../../db/connect'
import { addEntry, changeEntry, type ListWriter, removeEntry } from '../entries'
import { selectEntries } from '../entry-queries'
import type { EntryUsers } from '../entry-users'
import { mergeEntries, previewMerge } from '../merge'
import { selectUse } from '../use-queries'
import { presentBrand, presentEntry } from '../words/present-entry'
import { reviewHandlers } from './review-handlers'

type ListCall = Extract<keyof Handlers, `${string}Fridge${string}`>

/** @param users what names entries besides devices */
export function fridgeListHandlers(users: EntryUsers) {
  return {
    listFridgeBrands: async ({ db, user, query }) => ({
      brands: (await listed(db, user, 'brand', query.storeId)).map(presentBrand),
    }),
    addFridgeBrand: ({ body: { departmentId, ...draft }, ...context }) =>
      addEntry(context.db, writerOf(context), 'brand', draft, departmentId),
    changeFridgeBrand: ({ body, ...context }) => changeEntry(context.db, writerOf(context), 'brand', body),
    removeFridgeBrand: async ({ query, ...context }) => removed(context, users, 'brand', query),

    listFridgeLocations: async ({ db, user, query }) =>
      (await listed(db, user, 'location', query.storeId)).map(presentEntry),
    addFridgeLocation: ({ body: { departmentId, ...draft }, ...context }) =>
      addEntry(context.db, writerOf(context), 'location', draft, departmentId),
    changeFridgeLocation: ({ body, ...context }) =>
      changeEntry(context.db, writerOf(context), 'location', body),
    removeFridgeLocation: async ({ query, ...context }) => removed(context, users, 'location', query),

    listFridgeTypes: async ({ db, user, query }) =>
      (await listed(db, user, 'type', query.storeId)).map(presentEntry),
    addFridgeType: ({ body: { departmentId, ...draft }, ...context }) =>
      addEntry(context.db, writerOf(context), 'type', draft, departmentId),
    changeFridgeType: ({ body, ...context }) => changeEntry(context.db, writerOf(context), 'type', body),
    removeFridgeType: async ({ query, ...context }) => removed(context, users, 'type', query),

    countFridgeUse: async ({ db, user, query }) => ({ used: await selectUse(db, scopeOf(user), query.list) }),

    findSimilarFridge: async ({ db, user, query: { list, title, of } }) => {
      const states = ['proposed', 'approved'] as const
      const rows = await selectEntries(db, { list, reader: user.departmentId, usedIn: null, states })
      return {
        similar: rows
          .filter((row) => row.fridgeEntryId !== of)
          .filter((row) => isSimilarTitle(row.title, title))
          .slice(0, MOST_SIMILAR)
          .map((row) => ({
            id: row.fridgeEntryId,
            title: row.title,
            state: row.state,
            owner: row.owner?.name ?? null,
            isSame: foldedTitle(row.title) === foldedTitle(title),
          })),
      }
    },

    previewFridgeMerge: ({ query, ...context }) => previewMerge(context.db, writerOf(context), query),
    mergeFridge: async ({ body, ...context }) => ({
      devices: await mergeEntries(context.db, writerOf(context), users, body),
    }),

    ...reviewHandlers,
  } satisfies Pick<Handlers, ListCall | 'listBrandProposals' | 'mergeFridge'>
}

const MOST_SIMILAR = 10

type Context = Basics & { readonly user: SignedIn }

function writerOf({ user, clock }: Context): ListWriter {
  return { user, now: clock.now() }
}

async function removed(
  context: Context,
  users: EntryUsers,
  list: FridgeList,
  named: { readonly id: FridgeEntryId; readonly revision?: number | undefined },
) {
  await removeEntry(context.db, writerOf(context), users, list, named)
  return {}
}

/** What is in a list: of a store what its devices can be set to, else all that the caller sees. */
async function listed(db: Db, user: SignedIn, list: FridgeList, storeId: StoreId | undefined) {
  const usedIn: DepartmentId | null =
    storeId === undefined ? null : (await selectStoreInScope(db, scopeOf(user), storeId)).departmentId
  return selectEntries(db, { list, reader: user.departmentId, usedIn, states: ['approved'] })
}
