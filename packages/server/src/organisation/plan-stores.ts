import { createHash } from 'node:crypto'
import type { DepartmentId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'
import { flattenDepartments } from '@coldkeep/domain/organisation/department-tree'
import {
  neededColumns,
  noFigures,
  readStoreCells,
  type StoreColumn,
  type StoreFigures,
  storeCells,
  storeColumns,
} from '@coldkeep/domain/organisation/store-cells'
import type { Db } from '../db/connect'
import { selectDepartmentTree } from './organisation-queries'
import { readStoreTable, type StoreFault, type StoreTableFault, type StoreTableRow } from './read-store-table'
import { type StoreRow, selectStoresByCode, selectVendorIds } from './store-queries'

/** A store as it shall be; its vendor goes by name, since it may be a new one. */
export interface PlannedStore {
  /** `null`: it is new. */
  readonly before: StoreRow | null
  readonly departmentId: DepartmentId
  readonly figures: StoreFigures
  /** What it was in the words of a table. */
  readonly was: StoreFigures | null
  /** What is new of it. */
  readonly columns: readonly StoreColumn[]
}

export interface StorePlan {
  readonly added: readonly PlannedStore[]
  readonly changed: readonly PlannedStore[]
  readonly unchanged: number
  readonly newVendors: readonly string[]
}

const LONGEST_SHOWN = 80

/** The content of a table, before it is compared with anything. */
export interface StoreFile {
  readonly rows: readonly (StoreTableRow & ReturnType<typeof readStoreCells>)[]
  readonly faults: readonly StoreTableFault[]
}

export async function readStores(csv: string): Promise<StoreFile> {
  const { rows, faults } = await readStoreTable(csv)
  return { rows: rows.map((row) => ({ ...row, ...readStoreCells(row.cells) })), faults }
}

export function codesOf({ rows }: StoreFile): string[] {
  return rows.flatMap(({ figures }) => figures.code ?? [])
}

/** Compares a table with the stores that are there. */
export async function planStores(
  db: Db,
  top: DepartmentId,
  file: StoreFile,
): Promise<{ readonly plan: StorePlan; readonly faults: readonly StoreTableFault[] }> {
  const faults = [...file.faults]
  const places = placesOf(await selectDepartmentTree(db, top))
  const vendors = await selectVendorIds(db)
  const vendorNames = new Map([...vendors].map(([name, id]) => [id, name]))
  const current = new Map((await selectStoresByCode(db, codesOf(file))).map((store) => [store.code, store]))
  const seen = new Set<string>()
  const added: PlannedStore[] = []
  const changed: PlannedStore[] = []
  let unchanged = 0
  for (const row of file.rows) {
    const ownFaults = new Map<StoreColumn, StoreFault>(row.faults)
    const store = current.get(row.figures.code ?? '') ?? null
    const planned = planStore(row, store, places, vendorNames, ownFaults)
    if (row.figures.code !== undefined && seen.has(row.figures.code)) ownFaults.set('code', 'code_twice')
    seen.add(row.figures.code ?? '')
    for (const [column, code] of ownFaults) {
      faults.push({
        row: row.row,
        column,
        code,
        value: (row.cells.get(column) ?? '').slice(0, LONGEST_SHOWN),
      })
    }
    if (planned === null || ownFaults.size > 0) continue
    if (store === null) added.push(planned)
    else if (planned.columns.length > 0) changed.push(planned)
    else unchanged += 1
  }
  const named = [...added, ...changed].flatMap(({ figures }) => figures.vendor ?? [])
  const newVendors = [...new Set(named)].filter((name) => !vendors.has(name)).sort()
  return { plan: { added, changed, unchanged, newVendors }, faults: faults.toSorted((a, b) => a.row - b.row) }
}

function planStore(
  { cells, figures }: StoreFile['rows'][number],
  before: StoreRow | null,
  places: Places,
  vendorNames: ReadonlyMap<number, string>,
  faults: Map<StoreColumn, StoreFault>,
): PlannedStore | null {
  // a number of a store out of reach is in use, and nothing more is disclosed
  if (before !== null && !places.names.has(before.departmentId)) faults.set('code', 'code_taken')
  if (before === null) {
    for (const column of neededColumns) if (!cells.has(column)) faults.set(column, 'required')
  }
  const { department } = figures
  const departmentId = department === undefined ? before?.departmentId : places.find(department)
  if (department !== undefined && departmentId === null) faults.set('department', 'department_ambiguous')
  if (department !== undefined && departmentId === undefined) faults.set('department', 'department_unknown')
  if (faults.size > 0 || departmentId === null || departmentId === undefined) return null
  const was = before === null ? null : figuresOf(before, places, vendorNames)
  const now = {
    ...noFigures,
    ...was,
    ...figures,
    department: places.names.get(departmentId) ?? '',
  } as StoreFigures
  checkWhole(now, faults)
  return { before, departmentId, figures: now, was, columns: changedColumns(was, now) }
}

/** The same for two plans only where they do the same to the same stores. */
export function fingerprintOf({ added, changed }: StorePlan): string {
  const acts = [...added, ...changed].map(({ before, departmentId, figures }) => [
    before,
    departmentId,
    figures,
  ])
  return createHash('sha256').update(JSON.stringify(acts)).digest('base64url')
}

function checkWhole(figures: StoreFigures, faults: Map<StoreColumn, StoreFault>): void {
  const { opensAtMinute, closesAtMinute, openedOn, serviceEndsOn } = figures
  if (opensAtMinute === 1_440) faults.set('opens', 'time')
  if (opensAtMinute > 0 && closesAtMinute === 0) faults.set('closes', 'hours')
  if (openedOn !== null && serviceEndsOn !== null && serviceEndsOn < openedOn)
    faults.set('service_end_date', 'dates')
}

function changedColumns(was: StoreFigures | null, now: StoreFigures): readonly StoreColumn[] {
  if (was === null) return storeColumns
  const [before, after] = [storeCells(was), storeCells(now)]
  return storeColumns.filter((column) => before[column] !== after[column])
}

/** A store in the words of a table. */
export function figuresOf(
  store: StoreRow,
  places: Places,
  vendorNames: ReadonlyMap<number, string>,
): StoreFigures {
  const { storeId: _, departmentId, vendorId, ...figures } = store
  return {
    ...figures,
    department: places.names.get(departmentId) ?? '',
    vendor: vendorId === null ? null : (vendorNames.get(vendorId) ?? null),
  }
}

export interface Places {
  /** As a table has it: the names from the top down, or the id where several have the same. */
  readonly names: ReadonlyMap<DepartmentId, string>
  /** By such names, by the own name or by the id; `null` where several match. */
  find(text: string): DepartmentId | null | undefined
}

export function placesOf(top: Department): Places {
  const found = new Map<string, DepartmentId | null>()
  const placed = flattenDepartments(top)
  const note = (text: string, id: DepartmentId) => {
    const other = found.get(text)
    found.set(text, other === undefined || other === id ? id : null)
  }
  const pathOf = (names: readonly string[]) => names.join(' / ')
  for (const { department, path } of placed) note(pathOf(path.map(({ name }) => name)), department.id)
  // by its own name alone, where only one has it and no whole path reads the same
  const times = new Map<string, number>()
  for (const { department } of placed) times.set(department.name, (times.get(department.name) ?? 0) + 1)
  for (const { department } of placed) {
    const { id, name } = department
    if (!found.has(name)) found.set(name, times.get(name) === 1 ? id : null)
  }
  for (const { department } of placed) {
    const text = String(department.id)
    if (!found.has(text)) found.set(text, department.id)
  }
  return {
    names: new Map(
      placed.map(({ department, path }) => {
        const text = pathOf(path.map(({ name }) => name))
        return [department.id, found.get(text) === department.id ? text : String(department.id)]
      }),
    ),
    find: (text) => found.get(text.replace(/\s*\/\s*/g, ' / ')) ?? found.get(text),
  }
}
