import {
  addDeviceCategories,
  addPageCategories,
  changeDeviceCategories,
  changePageCategories,
  type DeviceCategory,
  type DeviceCategoryDraft,
  listDeviceCategories,
  listPageCategories,
  type PageCategory,
  type PageCategoryDraft,
  removeDeviceCategory,
  removePageCategory,
} from '@coldkeep/contract/areas/categories'
import { listDevicePermissions, listPagePermissions } from '@coldkeep/contract/areas/rights'
import type { Answer } from '@coldkeep/contract/call'
import { equipmentKinds, guardedKinds } from '@coldkeep/domain/access/equipment'
import type { Translate } from '@coldkeep/phrases/keys'
import type { EditorField } from '../../archetypes/editor/editor-field'
import { rowCall } from '../../archetypes/editor/row-call'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'
import { kindText, pageChoices } from './right-words'

const pageRows = (answer: Answer<typeof listPageCategories>) => answer.authType
const changePage = rowCall(
  changePageCategories,
  ({ id, revision }: PageCategory, draft: PageCategoryDraft) => ({
    body: [{ id, revision, ...draft }],
  }),
)
const pageDraft = ({ title, pageKeys }: PageCategory) => ({ title, pageKeys })
const alsoPages = [listPagePermissions]

const pageColumns = (t: Translate): readonly Column<PageCategory>[] => [
  { key: 'title', title: t('rights.category'), kind: 'text', value: (row) => row.title },
  {
    key: 'pages',
    title: t('rights.categories.opens'),
    kind: 'text',
    value: (row) => row.pageKeys.join(', '),
  },
  { key: 'accounts', title: t('rights.categories.accounts'), kind: 'number', value: (row) => row.accounts },
]

export const pageFields = (t: Translate): readonly EditorField<PageCategoryDraft>[] => [
  { key: 'title', label: t('rights.categories.name'), kind: 'text' },
  { key: 'pageKeys', label: t('rights.categories.opens'), kind: 'choices', choices: pageChoices(t) },
]

/** Which pages each category opens. */
export function PageCategories() {
  const t = useText()
  return (
    <TableEditor
      title={t('rights.category')}
      tableKey="page-categories"
      name="t2"
      list={{ call: listPageCategories, rowsOf: pageRows }}
      rowKey={(row) => String(row.id)}
      writes={{
        create: addPageCategories,
        update: changePage,
        remove: removePageCategory,
        alsoChanges: alsoPages,
      }}
      columns={pageColumns}
      form={{ fields: pageFields, blank: { title: '', pageKeys: [] }, draftOf: pageDraft }}
      emptyTitle={t('rights.categories.none')}
    />
  )
}

const deviceRows = (answer: Answer<typeof listDeviceCategories>) => answer.authType
const changeDevice = rowCall(
  changeDeviceCategories,
  ({ id, revision }: DeviceCategory, draft: DeviceCategoryDraft) => ({ body: [{ id, revision, ...draft }] }),
)
const deviceDraft = ({ title, sees, writes }: DeviceCategory) => ({ title, sees, writes })
const alsoDevices = [listDevicePermissions]

const deviceColumns = (t: Translate): readonly Column<DeviceCategory>[] => [
  { key: 'title', title: t('rights.category'), kind: 'text', value: (row) => row.title },
  {
    key: 'sees',
    title: t('rights.categories.sees'),
    kind: 'text',
    value: (row) => row.sees.map((kind) => kindText(kind, t)).join(', '),
  },
  {
    key: 'writes',
    title: t('rights.categories.writes'),
    kind: 'text',
    value: (row) => row.writes.map((kind) => kindText(kind, t)).join(', '),
  },
  { key: 'accounts', title: t('rights.categories.accounts'), kind: 'number', value: (row) => row.accounts },
]

export const deviceFields = (t: Translate): readonly EditorField<DeviceCategoryDraft>[] => [
  { key: 'title', label: t('rights.categories.name'), kind: 'text' },
  {
    key: 'sees',
    label: t('rights.categories.sees'),
    kind: 'choices',
    help: t('rights.categories.help'),
    choices: guardedKinds.map((value) => ({ value, label: kindText(value, t) })),
  },
  {
    key: 'writes',
    label: t('rights.categories.writes'),
    kind: 'choices',
    choices: equipmentKinds.map((value) => ({ value, label: kindText(value, t) })),
  },
]

/** What equipment each category shows, and what it lets write to. */
export function DeviceCategories() {
  const t = useText()
  return (
    <TableEditor
      title={t('rights.category')}
      tableKey="device-categories"
      name="t2"
      list={{ call: listDeviceCategories, rowsOf: deviceRows }}
      rowKey={(row) => String(row.id)}
      writes={{
        create: addDeviceCategories,
        update: changeDevice,
        remove: removeDeviceCategory,
        alsoChanges: alsoDevices,
      }}
      columns={deviceColumns}
      form={{ fields: deviceFields, blank: { title: '', sees: [], writes: [] }, draftOf: deviceDraft }}
      emptyTitle={t('rights.categories.none')}
    />
  )
}
