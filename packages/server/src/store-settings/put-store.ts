import { type StoreSettings, storeTexts } from '@coldkeep/contract/areas/store-settings'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'
import { planDepartments } from '@coldkeep/domain/organisation/plan-departments'
import { readStoreCells, type StoreColumn } from '@coldkeep/domain/organisation/store-cells'
import { scopeOf, selectStoreInScope } from '../access/scope'
import { addAudits } from '../audit/add-audit'
import { departmentEntries } from '../organisation/department-entries'
import { lockDepartments, selectLevelsBelow } from '../organisation/department-queries'
import { importPlanned, storeEntries } from '../organisation/import-stores'
import { selectDepartmentTree } from '../organisation/organisation-queries'
import { placesOf, planStores } from '../organisation/plan-stores'
import { renewDepartments } from '../organisation/renew-departments'
import { lockStoreCodes } from '../organisation/store-queries'
import { presentDepartmentFault } from '../organisation/words/department-faults'
import { presentStoreFault } from '../organisation/words/store-faults'
import { passOn } from '../scripts/pass-on'
import type { PutContext } from './put-context'

/** In the audit, where otherwise the name of a file is. */
const WIZARD = 'store settings'

export interface PutStore {
  readonly storeId: StoreId
  readonly departmentId: DepartmentId
  readonly zone: string
}

/** Makes or changes the store itself, by the rules of the table of stores. @returns `undefined` where it cannot be */
export async function putStore(
  context: PutContext,
  storeId: StoreId | null,
  content: StoreSettings,
): Promise<PutStore | undefined> {
  const { trx, user, now, faults, translate } = context
  const { code } = content.store
  const departmentId = await departmentOf(context, content)
  const places = placesOf(await selectDepartmentTree(trx, user.departmentId))
  const department = departmentId === null ? undefined : places.names.get(departmentId)
  // one that cannot be made below it has been reported
  if (content.departmentId === null) faults.addField('departmentId', 'missing')
  else if (departmentId !== null && department === undefined) faults.addField('departmentId', 'choice')
  const cells = new Map<StoreColumn, string>([
    ['department', department ?? String(user.departmentId)],
    ...storeTexts.map((column) => [column, content.store[column]] as const),
  ])
  const row = { row: 1, cells, ...readStoreCells(cells) }
  if (storeId !== null && (await isOtherCode(context, storeId, row.figures.code))) {
    // it would make another store, or change one
    faults.add('store.code', translate('storeSettings.codeFixed'))
    return undefined
  }
  await lockStoreCodes(trx, [code.trim()])
  const { plan, faults: found } = await planStores(trx, user.departmentId, { rows: [row], faults: [] })
  for (const { column, code: fault } of found) {
    faults.add(
      column === 'department' ? 'departmentId' : `store.${column}`,
      presentStoreFault(fault, translate),
    )
  }
  const planned = plan.added[0] ?? plan.changed[0]
  if (storeId === null && found.length === 0 && plan.added.length === 0) {
    // it would change a store that is there, instead of making one
    faults.add('store.code', translate('storeSettings.codeUsed'))
    return undefined
  }
  if (found.length > 0 || department === undefined || departmentId === null) return undefined
  const zone = planned?.figures.zone ?? row.figures.zone ?? ''
  if (planned === undefined) return storeId === null ? undefined : { storeId, departmentId, zone }
  const ids = await importPlanned(trx, plan)
  await addAudits(trx, storeEntries(plan, ids, { user, at: now, file: WIZARD }))
  const putId = storeId ?? ids.get(planned.figures.code)
  return putId === undefined ? undefined : { storeId: putId, departmentId, zone }
}

/** An empty one is reported like any other missing value. */
async function isOtherCode(
  { trx, user }: PutContext,
  storeId: StoreId,
  code: string | undefined,
): Promise<boolean> {
  const current = await selectStoreInScope(trx, scopeOf(user), storeId)
  return code !== undefined && code !== '' && code !== current.code
}

/** The department that was chosen, or a new one below it. */
async function departmentOf(
  { trx, user, now, faults, translate }: PutContext,
  { departmentId: department, newDepartment }: StoreSettings,
): Promise<DepartmentId | null> {
  const chosen = department === null ? null : (Number(department) as DepartmentId)
  const name = newDepartment.trim()
  if (chosen === null || name === '') return chosen
  await lockDepartments(trx, user.departmentId)
  const top = await selectDepartmentTree(trx, user.departmentId)
  const levelsBelow = await selectLevelsBelow(trx, user.departmentId)
  const { plan, faults: found } = planDepartments(top, withChild(top, chosen, name), levelsBelow)
  if (plan === null || plan.added.length !== 1) {
    const [fault] = found
    if (fault === undefined) faults.addField('departmentId', 'choice')
    else faults.add('newDepartment', presentDepartmentFault(fault.code, translate))
    return null
  }
  const added = await renewDepartments(trx, top, plan, passOn)
  const common = { at: now, by: { accountId: user.accountId, name: user.name }, storeId: null }
  await addAudits(
    trx,
    departmentEntries(plan, added, WIZARD).map((entry) => ({
      ...common,
      outcome: 'done' as const,
      ...entry,
    })),
  )
  return added[0] ?? null
}

/** The document of the current departments, with one more below one of them. */
function withChild({ id, name, children }: Department, above: DepartmentId, child: string): object {
  const below = children.map((one) => withChild(one, above, child))
  return { id, name, children: id === above ? [...below, { name: child, children: [] }] : below }
}
