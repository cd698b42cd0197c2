import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'

/** What is said of one place; of each place the nearest word above it counts. */
export type Mark = DepartmentMark | StoreMark

interface DepartmentMark {
  readonly kind: 'department'
  readonly id: DepartmentId
  readonly isIn: boolean
}

interface StoreMark {
  readonly kind: 'store'
  readonly id: StoreId
  readonly departmentId: DepartmentId
  readonly terminals: number
  readonly isIn: boolean
}

/** A store of a tree with its terminals of the chosen type. */
export interface TreeStore {
  readonly id: StoreId
  readonly code: string
  readonly name: string
  readonly terminals: number
}

type Checked = 'all' | 'some' | 'none'

/** A department with what is chosen at and below it. */
export interface TreeNode {
  readonly department: Department
  /** Stores directly in it have terminals. */
  readonly hasStores: boolean
  /** What its stores are without a word of their own. */
  readonly isIn: boolean
  readonly total: number
  readonly chosen: number
  readonly checked: Checked
  /** Without those that have no terminals. */
  readonly children: readonly TreeNode[]
}

/** @param terminals directly in each department */
export function treeOf(
  department: Department,
  terminals: ReadonlyMap<DepartmentId, number>,
  marks: readonly Mark[],
  inherited = false,
): TreeNode {
  const own = marks.find(({ kind, id }) => kind === 'department' && id === department.id)
  const isIn = own?.isIn ?? inherited
  const all = department.children.map((child) => treeOf(child, terminals, marks, isIn))
  const direct = terminals.get(department.id) ?? 0
  const byStores = marks.reduce((sum, mark) => sum + differenceOf(mark, department.id, isIn), 0)
  const total = direct + all.reduce((sum, child) => sum + child.total, 0)
  const chosen = (isIn ? direct : 0) + byStores + all.reduce((sum, child) => sum + child.chosen, 0)
  return {
    ...{ department, isIn, total, chosen },
    hasStores: direct > 0,
    checked: checkedOf(chosen, total, isIn),
    children: all.filter((child) => child.total > 0),
  }
}

/** By how much a word to one store changes what its department comes to. */
function differenceOf(mark: Mark, departmentId: DepartmentId, isIn: boolean): number {
  if (mark.kind === 'department' || mark.departmentId !== departmentId || mark.isIn === isIn) return 0
  return mark.isIn ? mark.terminals : -mark.terminals
}

function checkedOf(chosen: number, total: number, isIn: boolean): Checked {
  if (total === 0) return isIn ? 'all' : 'none'
  if (chosen === 0) return 'none'
  return chosen === total ? 'all' : 'some'
}

/** A department with all below it in, or where all of it is in, out. */
export function markDepartment(marks: readonly Mark[], top: Department, node: TreeNode): readonly Mark[] {
  const isIn = node.checked !== 'all'
  const below = new Set(idsOf(node.department))
  const others = marks.filter((mark) => !below.has(mark.kind === 'store' ? mark.departmentId : mark.id))
  return inheritedBy(top, node.department.id, others) === isIn
    ? others
    : [...others, { kind: 'department', id: node.department.id, isIn }]
}

/** One store in or out. */
export function markStore(marks: readonly Mark[], node: TreeNode, store: TreeStore): readonly Mark[] {
  const isIn = !isStoreIn(marks, node, store)
  const { id, terminals } = store
  const others = marks.filter((mark) => mark.kind !== 'store' || mark.id !== id)
  return isIn === node.isIn
    ? others
    : [...others, { kind: 'store', id, departmentId: node.department.id, terminals, isIn }]
}

export function isStoreIn(marks: readonly Mark[], node: TreeNode, { id }: Pick<TreeStore, 'id'>): boolean {
  return marks.find((mark) => mark.kind === 'store' && mark.id === id)?.isIn ?? node.isIn
}

function idsOf({ id, children }: Department): readonly DepartmentId[] {
  return [id, ...children.flatMap(idsOf)]
}

/** What a department is by the words above it. */
function inheritedBy(top: Department, id: DepartmentId, marks: readonly Mark[]): boolean {
  const visit = (department: Department, isIn: boolean): boolean | null => {
    if (department.id === id) return isIn
    const own = marks.find((mark) => mark.kind === 'department' && mark.id === department.id)?.isIn ?? isIn
    return department.children.reduce<boolean | null>((found, child) => found ?? visit(child, own), null)
  }
  return visit(top, false) ?? false
}
