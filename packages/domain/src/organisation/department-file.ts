import type { DepartmentId } from '../ids'

/** A department as a file names it. */
export interface DepartmentEntry {
  /** `null` where the file gives none. */
  readonly id: DepartmentId | null
  readonly name: string
  /** In the file: `children.0.children.2`; empty for the top. */
  readonly place: string
  readonly children: readonly DepartmentEntry[]
}

/** Everything that can be wrong with a file of departments by itself, or against the existing departments. */
export type DepartmentFaultCode =
  | 'form'
  | 'unknown_field'
  | 'id'
  | 'name'
  | 'same_name'
  | 'too_deep'
  | 'too_many'
  | 'top'
  | 'not_yours'
  | 'twice'

export interface DepartmentFault {
  readonly place: string
  readonly code: DepartmentFaultCode
}

export const MAX_DEPARTMENT_NAME = 80
export const MOST_DEPARTMENTS = 5_000
const MOST_FAULTS = 100
const FIELDS: ReadonlySet<string> = new Set(['id', 'name', 'children'])
const CONTROL_SIGNS = /\p{Cc}/u

/**
 * Reads a document of departments: each has a `name`, and may have an `id` and `children`.
 * @param levelsBelow how many levels there may be below the top
 * @returns the entries as far as they can be read, and everything that is wrong with them
 */
export function readDepartmentFile(
  document: unknown,
  levelsBelow: number,
): { readonly top: DepartmentEntry | null; readonly faults: readonly DepartmentFault[] } {
  const faults: DepartmentFault[] = []
  let count = 0
  const fault = (place: string, code: DepartmentFaultCode) => {
    if (faults.length < MOST_FAULTS) faults.push({ place, code })
  }

  const read = (value: unknown, place: string, level: number): DepartmentEntry | null => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      fault(place, 'form')
      return null
    }
    count += 1
    if (count > MOST_DEPARTMENTS) {
      if (count === MOST_DEPARTMENTS + 1) fault(place, 'too_many')
      return null
    }
    const fields = value as Readonly<Record<string, unknown>>
    for (const field of Object.keys(fields)) {
      if (!FIELDS.has(field)) fault(within(place, field), 'unknown_field')
    }
    const id = idOf(fields.id)
    if (id === undefined) fault(within(place, 'id'), 'id')
    const name = nameOf(fields.name)
    if (name === null) fault(within(place, 'name'), 'name')
    return { id: id ?? null, name: name ?? '', place, children: readChildren(fields.children, place, level) }
  }

  const readChildren = (value: unknown, place: string, level: number): DepartmentEntry[] => {
    if (value === undefined || value === null) return []
    const at = within(place, 'children')
    if (!Array.isArray(value)) {
      fault(at, 'form')
      return []
    }
    if (value.length > 0 && level >= levelsBelow) {
      fault(at, 'too_deep')
      return []
    }
    const names = new Set<string>()
    const children: DepartmentEntry[] = []
    for (const [index, each] of value.entries()) {
      const child = read(each, within(at, String(index)), level + 1)
      if (child === null) continue
      if (child.name !== '' && names.has(child.name)) fault(within(child.place, 'name'), 'same_name')
      names.add(child.name)
      children.push(child)
    }
    return children
  }

  return { top: read(document, '', 0), faults }
}

function within(place: string, field: string): string {
  return place === '' ? field : `${place}.${field}`
}

/** `undefined` for what is no id. */
function idOf(value: unknown): DepartmentId | null | undefined {
  if (value === undefined || value === null || value === '') return null
  const isText = typeof value === 'string' && /^[0-9]{1,16}$/.test(value)
  if (!isText && typeof value !== 'number') return undefined
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? (id as DepartmentId) : undefined
}

function nameOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const name = value.trim().normalize('NFC')
  return name === '' || name.length > MAX_DEPARTMENT_NAME || CONTROL_SIGNS.test(name) ? null : name
}
