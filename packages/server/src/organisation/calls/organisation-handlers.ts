import { scopeOf, selectScope } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import { searchStores, selectDepartmentTree, selectStores, selectVendors } from '../organisation-queries'

type OrganisationCall = 'departmentMap' | 'listStores' | 'listVendors' | 'searchStores'

export const organisationHandlers = {
  departmentMap: ({ db, user }) => selectDepartmentTree(db, user.departmentId),
  listStores: async ({ db, user, query }) =>
    selectStores(db, await selectScope(db, user, query.departmentId)),
  listVendors: async ({ db, user, query }) =>
    selectVendors(db, await selectScope(db, user, query.departmentId)),
  searchStores: ({ db, user, query }) => searchStores(db, scopeOf(user), query.search),
} satisfies Pick<Handlers, OrganisationCall>
