import {
  addFridgeBrand,
  addFridgeLocation,
  addFridgeType,
  changeFridgeBrand,
  changeFridgeLocation,
  changeFridgeType,
  removeFridgeBrand,
  removeFridgeLocation,
  removeFridgeType,
} from '@coldkeep/contract/areas/fridge-lists'
import type { DepartmentId, FridgeEntryId } from '@coldkeep/domain/ids'
import { foldedTitle, isSimilarTitle } from '@coldkeep/domain/organisation/fridge-list'
import type { Translate } from '@coldkeep/phrases/keys'
import type { DraftValues, EditorField } from '../../archetypes/editor/editor-field'
import { ownerChoices } from '../../archetypes/editor/owned-rows'
import { rowCall } from '../../archetypes/editor/row-call'
import type { FieldFaults } from '../../kit/form/use-shown-faults'

/** An entry of a list while it is being entered or renamed. */
export interface EntryForm {
  /** Of one that is in the list. */
  readonly id: FridgeEntryId | null
  readonly title: string
  /** It is another one than those of a similar name. */
  readonly isOther: boolean
  /** Of a new one: to whose list it comes, that of the reader's department when left out. */
  readonly departmentId: DepartmentId | null
}

export interface BrandForm extends EntryForm {
  readonly contact: string
  readonly phone: string
  readonly address: string
}

/** What is in a list already. */
export type Known = readonly { readonly id: FridgeEntryId; readonly title: string }[]

export const blankEntry = { id: null, title: '', isOther: false, departmentId: null }
export const blankBrand = { ...blankEntry, contact: '', phone: '', address: '' }

/** @param known names in the list, of which similar ones are warned of */
export function entryFields(known: Known) {
  return (t: Translate): readonly EditorField<EntryForm>[] => [
    { key: 'title', label: t('fridgeLists.name'), kind: 'text', wide: true },
    {
      key: 'isOther',
      label: t('fridgeLists.isOther'),
      kind: 'check',
      wide: true,
      isShown: (values) => similarTo(values, known).length > 0,
    },
    {
      key: 'departmentId',
      label: t('instructions.owner'),
      help: t('instructions.ownerHelp'),
      kind: 'choice',
      wide: true,
      choices: ownerChoices<EntryForm>(),
      isShown: ({ id }) => id === null,
    },
  ]
}

export function brandFields(known: Known) {
  return (t: Translate): readonly EditorField<BrandForm>[] => {
    const [title, isOther, department] = entryFields(known)(t) as unknown as EditorField<BrandForm>[]
    return [
      { ...(title as EditorField<BrandForm>), help: t('fridgeLists.reviewed') },
      isOther as EditorField<BrandForm>,
      { key: 'contact', label: t('fridgeLists.contact'), kind: 'text' },
      { key: 'phone', label: t('fridgeLists.phone'), kind: 'tel' },
      { key: 'address', label: t('fridgeLists.address'), kind: 'text', wide: true },
      department as EditorField<BrandForm>,
    ]
  }
}

/** A name that is in the list already, or nearly so. */
export function checkEntry(known: Known) {
  return (values: Pick<DraftValues<EntryForm>, 'id' | 'title' | 'isOther'>, t: Translate): FieldFaults => {
    const title = values.title ?? ''
    const same = known.find((one) => one.id !== values.id && foldedTitle(one.title) === foldedTitle(title))
    if (title.trim() !== '' && same !== undefined)
      return { title: t('fridgeLists.taken', { name: same.title }) }
    const similar = similarTo(values, known)
    if (similar.length === 0 || values.isOther === true) return {}
    return { title: t('fridgeLists.similar', { names: similar.map((one) => one.title).join(', ') }) }
  }
}

function similarTo({ id, title }: Pick<DraftValues<EntryForm>, 'id' | 'title'>, known: Known): Known {
  if (title === null || title.trim() === '') return []
  return known.filter(
    (one) =>
      one.id !== id && isSimilarTitle(one.title, title) && foldedTitle(one.title) !== foldedTitle(title),
  )
}

type Row = { readonly id: FridgeEntryId; readonly revision: number }

function added({ title, departmentId }: EntryForm) {
  return { title, departmentId: departmentId ?? undefined }
}

const ofBrand = ({ contact, phone, address }: BrandForm) => ({ contact, phone, address })

export const brandWrites = {
  create: rowCall(addFridgeBrand, ([draft]: readonly BrandForm[]) => ({
    body: { ...added(draft as BrandForm), ...ofBrand(draft as BrandForm) },
  })),
  update: rowCall(changeFridgeBrand, ({ id, revision }: Row, draft: BrandForm) => ({
    body: { id, revision, title: draft.title, ...ofBrand(draft) },
  })),
  remove: rowCall(removeFridgeBrand, ({ id, revision }: Row) => ({ query: { id, revision } })),
}

export const entryWrites = {
  location: {
    create: rowCall(addFridgeLocation, ([draft]: readonly EntryForm[]) => ({
      body: added(draft as EntryForm),
    })),
    update: rowCall(changeFridgeLocation, ({ id, revision }: Row, { title }: EntryForm) => ({
      body: { id, revision, title },
    })),
    remove: rowCall(removeFridgeLocation, ({ id, revision }: Row) => ({ query: { id, revision } })),
  },
  type: {
    create: rowCall(addFridgeType, ([draft]: readonly EntryForm[]) => ({ body: added(draft as EntryForm) })),
    update: rowCall(changeFridgeType, ({ id, revision }: Row, { title }: EntryForm) => ({
      body: { id, revision, title },
    })),
    remove: rowCall(removeFridgeType, ({ id, revision }: Row) => ({ query: { id, revision } })),
  },
}
