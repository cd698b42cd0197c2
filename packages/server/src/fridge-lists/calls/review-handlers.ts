import type { DepartmentId } from '@coldkeep/domain/ids'
import { isTopDepartment } from '../../access/department-path-queries'
import type { Handlers } from '../../calls/bind-call'
import { selectPlaces } from '../brand-news-queries'
import { selectEntries } from '../entry-queries'
import { reviewBrand } from '../review'
import { presentProposal } from '../words/present-entry'

export const reviewHandlers = {
  listBrandProposals: async ({ db, user }) => {
    const states = ['proposed', 'refused'] as const
    const rows = await selectEntries(db, { list: 'brand', reader: user.departmentId, usedIn: null, states })
    const own = rows.filter(({ canEdit }) => canEdit)
    const owners = [...new Set(own.map(({ departmentId }) => departmentId as DepartmentId))]
    const places = await selectPlaces(db, owners)
    const isSeen = ({ id }: { readonly id: DepartmentId }) => user.departmentIds.includes(id)
    return {
      proposals: own.map((row) => ({
        ...presentProposal(row),
        places: (places.get(row.departmentId as DepartmentId) ?? []).filter(isSeen),
      })),
      mayReview: user.pageKeys.has('3-3') && (await isTopDepartment(db, user.departmentId)),
    }
  },

  reviewFridgeBrand: async ({ db, user, clock, body }) => {
    await reviewBrand(db, { user, now: clock.now() }, body)
    return {}
  },
} satisfies Pick<Handlers, 'listBrandProposals' | 'reviewFridgeBrand'>
