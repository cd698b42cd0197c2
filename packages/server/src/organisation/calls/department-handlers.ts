import { listDepartments } from '@coldkeep/contract/areas/departments'
import { Problem } from '@coldkeep/contract/problem'
import { encodeWire } from '@coldkeep/contract/wire/dialect'
import {
  type DepartmentPlan,
  isWithoutChange,
  planDepartments,
} from '@coldkeep/domain/organisation/plan-departments'
import type { SignedIn } from '../../access/signed-in'
import { addAudits } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { departmentEntries } from '../department-entries'
import {
  lockDepartments,
  type Occupied,
  selectAccountsByDepartment,
  selectLevelsBelow,
  selectStoresByDepartment,
} from '../department-queries'
import { selectDepartmentTree } from '../organisation-queries'
import { type PassOn, renewDepartments, revisionOf, rowsOf } from '../renew-departments'
import { presentDepartmentFault } from '../words/department-faults'

type DepartmentCall = 'departmentSample' | 'listDepartments' | 'previewDepartments' | 'updateDepartments'

/** Handlers of departments. @param passOn gives to the departments above what removed ones own */
export const departmentHandlers = ({ passOn }: { readonly passOn: PassOn }) =>
  ({
    departmentSample: ({ db, user }) => selectDepartmentTree(db, user.departmentId),

    listDepartments: ({ db, user }) => overviewOf(db, user),

    previewDepartments: async ({ db, user, body, translate }) => {
      const { present: current, plan, faults } = await planOf(db, user, body.document)
      return {
        revision: revisionOf(current),
        changes: plan === null ? null : await changesOf(db, plan),
        faults: faults.map((fault) => ({ ...fault, message: presentDepartmentFault(fault.code, translate) })),
      }
    },

    updateDepartments: async ({ db, user, body, clock }) => {
      const at = clock.now()
      await db.transaction().execute(async (trx) => {
        await lockDepartments(trx, user.departmentId)
        const { present: current, plan } = await planOf(trx, user, body.document)
        if (revisionOf(current) !== body.revision) {
          const overview = await overviewOf(trx, user)
          throw new Problem('row.changed', {}, {}, encodeWire(listDepartments.answer, overview))
        }
        if (plan === null) throw new Problem('department.file', {}, { document: 'format' })
        if (isWithoutChange(plan)) return
        const { removed, ...changes } = await changesOf(trx, plan)
        const occupied = removed.filter(({ stores, accounts }) => stores + accounts > 0)
        if (occupied.length > 0) {
          const departments = occupied.map(
            ({ path, storeNames, accountNames }) =>
              `${path.at(-1)} (${[...storeNames, ...accountNames].join(', ')})`,
          )
          throw new Problem('department.in_use', { departments: departments.join('; ') })
        }
        const added = await renewDepartments(trx, current, plan, passOn)
        const by = { accountId: user.accountId, name: user.name }
        const common = { at, by, storeId: null, outcome: 'done' as const }
        const detail = {
          file: body.fileName,
          ...changes,
          removed: removed.map(({ id, path }) => ({ id, path })),
        }
        const whole = { kind: 'department.renew', subject: String(user.departmentId), detail }
        const each = departmentEntries(plan, added, body.fileName)
        await addAudits(
          trx,
          [whole, ...each].map((entry) => ({ ...common, ...entry })),
        )
      })
      return overviewOf(db, user)
    },
  }) satisfies Pick<Handlers, DepartmentCall>

async function planOf(db: Db, user: SignedIn, document: unknown) {
  const current = await selectDepartmentTree(db, user.departmentId)
  const levelsBelow = await selectLevelsBelow(db, user.departmentId)
  return { present: current, ...planDepartments(current, document, levelsBelow) }
}

async function overviewOf(db: Db, user: SignedIn) {
  const top = await selectDepartmentTree(db, user.departmentId)
  const rows = rowsOf(top)
  const scope = rows.map(({ id }) => id)
  const stores = countsOf(await selectStoresByDepartment(db, scope))
  const accounts = countsOf(await selectAccountsByDepartment(db, scope))
  return {
    revision: revisionOf(top),
    departments: rows.map((row) => ({
      ...row,
      stores: stores.get(row.id)?.count ?? 0,
      accounts: accounts.get(row.id)?.count ?? 0,
    })),
  }
}

async function changesOf(db: Db, plan: DepartmentPlan) {
  const ids = plan.removed.map(({ id }) => id)
  const stores = countsOf(await selectStoresByDepartment(db, ids))
  const accounts = countsOf(await selectAccountsByDepartment(db, ids))
  return {
    added: plan.added.map(({ path }) => ({ path: [...path] })),
    moved: plan.moved.map(({ from, to, ...one }) => ({ ...one, from: [...from], to: [...to] })),
    renamed: plan.renamed.map(({ path, ...one }) => ({ ...one, path: [...path] })),
    removed: plan.removed.map(({ id, path }) => ({
      id,
      path: [...path],
      stores: stores.get(id)?.count ?? 0,
      storeNames: [...(stores.get(id)?.names ?? [])],
      accounts: accounts.get(id)?.count ?? 0,
      accountNames: [...(accounts.get(id)?.names ?? [])],
    })),
    isReordered: plan.isReordered,
  }
}

function countsOf(rows: readonly Occupied[]) {
  return new Map(rows.map((row) => [row.departmentId, row]))
}
