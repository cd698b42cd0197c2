import { ANYWHERE, checkFirmwareTargets } from '@coldkeep/contract/areas/firmware-jobs'
import type { Input } from '@coldkeep/contract/call'
import { limitsIn } from '@coldkeep/contract/wire/limits'
import type { VendorId } from '@coldkeep/domain/ids'
import type { Mark } from './target-tree'

export type Targets = Input<typeof checkFirmwareTargets>['body']['targets']

/** Which stores, as it is being chosen. */
export interface TargetDraft {
  /** Of terminals: by which single stores are counted. */
  readonly type: string | null
  readonly by: 'tree' | 'list'
  /** What is said of places of the tree. */
  readonly marks: readonly Mark[]
  /** `null`: any. */
  readonly vendorId: VendorId | null
  /** Numbers as they were pasted. */
  readonly text: string
}

export const NO_TARGET: TargetDraft = {
  type: null,
  by: 'tree',
  marks: [],
  vendorId: null,
  text: '',
}

/** What is not chosen yet, or cannot be sent. */
export type TargetFault =
  | { readonly why: 'places' | 'numbers' }
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

export function targetFault({ by, marks, text }: TargetDraft): TargetFault | null {
  if (by === 'tree') return marks.some(({ isIn }) => isIn) ? null : { why: 'places' }
  const numbers = numbersIn(text)
  const tooLong = numbers.find((number) => number.length > LONGEST_NUMBER)
  if (tooLong !== undefined) return { why: 'tooLong', number: tooLong }
  if (numbers.length > MOST_NUMBERS) return { why: 'tooMany', most: MOST_NUMBERS }
  return numbers.length === 0 ? { why: 'numbers' } : null
}

/** What the calls take; `null` while something is missing. */
export function targetsOf(draft: TargetDraft): Targets | null {
  if (targetFault(draft) !== null) return null
  const { by, marks, vendorId, text } = draft
  if (by === 'list') return { ...ANYWHERE, numbers: [...numbersIn(text)] }
  const departments = marks.filter((mark) => mark.kind === 'department')
  const stores = marks.filter((mark) => mark.kind === 'store')
  return {
    departments: departments.filter(({ isIn }) => isIn).map(({ id }) => id),
    stores: stores.filter(({ isIn }) => isIn).map(({ id }) => id),
    withoutDepartments: departments.filter(({ isIn }) => !isIn).map(({ id }) => id),
    withoutStores: stores.filter(({ isIn }) => !isIn).map(({ id }) => id),
    numbers: [],
    vendorId,
  }
}

/** The same for another type or vendor, of which single stores have other terminals, or none. */
export function withoutStoreMarks(draft: TargetDraft): TargetDraft {
  return { ...draft, marks: draft.marks.filter(({ kind }) => kind === 'department') }
}
