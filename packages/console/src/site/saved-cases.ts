import type { listRepairCases, listRepairProgress, RepairDetail } from '@coldkeep/contract/areas/repair'
import type { Answer, Input } from '@coldkeep/contract/call'
import type { DepartmentId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'

type Query = Input<typeof listRepairCases>['query']
type Case = RepairDetail['case']

/** What is kept next to cases and says which of them a list is of. */
export interface CaseContext {
  /** Whose own they are. */
  readonly account: string
  /** The top of what the account may see; `null`: it was not kept. */
  readonly departments: Department | null
  readonly steps: Answer<typeof listRepairProgress>['progresses']
}

/** True of one that a console before this one kept, without what screens of this one show. */
export function isOutdated({ case: { store, assignee } }: RepairDetail): boolean {
  const seen: Partial<NonNullable<Case['assignee']>> | null = assignee
  const place: Partial<Case['store']> = store
  return place.departmentId === undefined || (seen !== null && seen.seesCase === undefined)
}

/**
 * The list of cases, made of those that are kept, with the filters that the service has.
 * @param details the newest of one case last
 * @returns `undefined` where it cannot be told: closed ones of a period are not kept, departments perhaps not either
 */
export function casesOf(
  details: readonly RepairDetail[],
  query: Query,
  context: CaseContext,
): Answer<typeof listRepairCases> | undefined {
  const { start, page = 1, pageSize } = query
  const within =
    query.departmentId === null ? null : departmentsBelow(context.departments, query.departmentId)
  if (start !== undefined || within?.size === 0) return undefined
  const newest = new Map(details.map(({ case: one }) => [one.id, one]))
  const found = [...newest.values()]
    .filter((one) => one.closedAt === null && (within === null || within.has(one.store.departmentId)))
    .filter((one) => isChosen(one, query, context))
    .toSorted((a, b) => b.reportTime - a.reportTime || b.id - a.id)
  const size = pageSize ?? found.length
  return { records: found.slice((page - 1) * size, page * size), total: found.length, page, pageSize: size }
}

/** True where a case was its account's own when it was kept. */
export function isOwn({ assignee }: Pick<Case, 'assignee'>, account: string): boolean {
  return assignee !== null && String(assignee.id) === account
}

function isChosen(one: Case, query: Query, { account, steps }: CaseContext): boolean {
  const { progressId, deviceId, owner, proposal, search = '' } = query
  // departments may call their steps alike
  const titles = new Set(steps.filter(({ id }) => id === progressId).map(({ title }) => title))
  return (
    (progressId === null || one.progress.id === progressId || titles.has(one.progress.title)) &&
    (deviceId === null || one.equipment?.id === deviceId) &&
    (owner !== 'mine' || isOwn(one, account)) &&
    (proposal !== 'proposed' || one.closeProposedAt !== null) &&
    isFound(one, search)
  )
}

/** `R-000042` is found by all of it, and by `42`. */
function isFound({ id, fault, storeNumber, store, equipment }: Case, search: string): boolean {
  const text = search.trim().toLowerCase()
  if (text === '') return true
  const number = /^(?:r-?)?0*([1-9]\d{0,14})$/.exec(text)?.[1]
  const texts = [fault, storeNumber, store.code, store.name, equipment?.name ?? '']
  return number === String(id) || texts.some((one) => one.toLowerCase().includes(text))
}

/** Empty: there is no such department among those that are known. */
function departmentsBelow(top: Department | null, id: DepartmentId): ReadonlySet<DepartmentId> {
  const from = top === null ? null : departmentOf(top, id)
  return new Set(from === null ? [] : allOf(from))
}

function departmentOf(top: Department, id: DepartmentId): Department | null {
  if (top.id === id) return top
  for (const child of top.children) {
    const found = departmentOf(child, id)
    if (found !== null) return found
  }
  return null
}

function allOf({ id, children }: Department): DepartmentId[] {
  return [id, ...children.flatMap(allOf)]
}
