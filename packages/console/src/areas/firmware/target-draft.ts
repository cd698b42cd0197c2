import { checkFirmwareTargets } from '@coldkeep/contract/areas/firmware-jobs'
import type { Input } from '@coldkeep/contract/call'
import { limitsIn } from '@coldkeep/contract/wire/limits'
import type { DepartmentId, StoreId, VendorId } from '@coldkeep/domain/ids'

export type Targets = Input<typeof checkFirmwareTargets>['body']['targets']

/** Which stores, as it is being chosen. */
export interface TargetDraft {
  readonly by: 'tree' | 'list'
  readonly departmentId: DepartmentId | null
  /** `null`: any. */
  readonly vendorId: VendorId | null
  /** Of the department; none: all of them. */
  readonly storeIds: readonly StoreId[]
  /** Numbers as they were pasted. */
  readonly text: string
}

export const NO_TARGET: TargetDraft = {
  by: 'tree',
  departmentId: null,
  vendorId: null,
  storeIds: [],
  text: '',
}

/** What is not chosen yet, or cannot be sent. */
export type TargetFault =
  | { readonly why: 'department' | 'numbers' }
  | { readonly why: 'tooLong'; readonly number: string }
  | { readonly why: 'tooMany'; readonly most: number }

/** Marks that stand between numbers, in a sheet, a mail or a message, also as Chinese and Japanese write them. */
const BETWEEN = /[\s,;|"'、，；｜。]+/u

/** The store numbers in a pasted text, as often as they stand there; wide figures and letters are read as narrow ones. */
export function numbersIn(text: string): readonly string[] {
  return text
    .split(BETWEEN)
    .map((number) => number.normalize('NFKC'))
    .filter((number) => number !== '')
}

/** Letters of a number and numbers of a job; the calls take no more. */
const LONGEST_NUMBER = 40
const MOST_NUMBERS = limitsIn(checkFirmwareTargets.body).get('numbers')?.maxLength ?? 0

export function targetFault({ by, departmentId, text }: TargetDraft): TargetFault | null {
  if (by === 'tree') return departmentId === null ? { why: 'department' } : null
  const numbers = numbersIn(text)
  const tooLong = numbers.find((number) => number.length > LONGEST_NUMBER)
  if (tooLong !== undefined) return { why: 'tooLong', number: tooLong }
  if (numbers.length > MOST_NUMBERS) return { why: 'tooMany', most: MOST_NUMBERS }
  return numbers.length === 0 ? { why: 'numbers' } : null
}

const NOWHERE = { departments: [], stores: [], withoutDepartments: [], withoutStores: [], numbers: [] }

/** What the calls take; `null` while something is missing. */
export function targetsOf(draft: TargetDraft): Targets | null {
  if (targetFault(draft) !== null) return null
  const { by, departmentId, vendorId, storeIds, text } = draft
  if (by === 'list') return { ...NOWHERE, numbers: [...numbersIn(text)] }
  if (storeIds.length > 0) return { ...NOWHERE, stores: [...storeIds] }
  return { ...NOWHERE, departments: departmentId === null ? [] : [departmentId], vendorId }
}
