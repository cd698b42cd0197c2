import { listAccounts } from '@coldkeep/contract/areas/accounts'
import { listPageCategories, pageExample } from '@coldkeep/contract/areas/categories'
import {
  addPagePermissions,
  changePagePermissions,
  listPagePermissions,
  type PageDraft,
  type PagePermission,
  removePagePermission,
} from '@coldkeep/contract/areas/rights'
import type { Answer } from '@coldkeep/contract/call'
import type { PagePermissionTypeId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { type EditorField, servedChoices } from '../../archetypes/editor/editor-field'
import { rowCall } from '../../archetypes/editor/row-call'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'
import { CategoryFilter, useCategoryFilter } from './CategoryFilter'
import { PermissionTools } from './PermissionTools'
import { accountChoices, flagText, kindText } from './right-words'

/** In the address. */
const TABLE = 't1'
const alsoChanges = [listPageCategories, listAccounts]
const blank = { account: null, type: null, walkIn: true, c4: true }
const rowsOf = (answer: Answer<typeof listPagePermissions>) => answer.data
const draftOf = ({ account, type, walkIn, c4 }: PagePermission) => ({ account, type, walkIn, c4 })
const update = rowCall(changePagePermissions, ({ id, revision }: PagePermission, draft: PageDraft) => ({
  body: [{ id, revision, ...draft }],
}))

const columns = (t: Translate): readonly Column<PagePermission>[] => [
  { key: 'account', title: t('rights.account'), kind: 'text', value: (row) => row.account },
  { key: 'name', title: t('rights.accountName'), kind: 'text', value: (row) => row.accountName },
  { key: 'type', title: t('rights.category'), kind: 'text', value: (row) => row.typeTitle },
  { key: 'walkIn', title: kindText('walk_in', t), kind: 'text', value: (row) => flagText(row.walkIn, t) },
  { key: 'c4', title: kindText('c4', t), kind: 'text', value: (row) => flagText(row.c4, t) },
  {
    key: 'state',
    title: t('rights.state'),
    kind: 'text',
    value: (row) => t(row.isEnabled ? 'rights.enabled' : 'rights.disabled'),
  },
]

export const fields = (t: Translate): readonly EditorField<PageDraft>[] => [
  {
    key: 'account',
    label: t('rights.account'),
    kind: 'choice',
    position: 0,
    choices: accountChoices(),
  },
  {
    key: 'type',
    label: t('rights.category'),
    kind: 'choice',
    position: 1,
    choices: servedChoices(
      listPageCategories,
      () => ({}),
      ({ authType }) => authType.map(({ id, title }) => ({ value: id, label: title })),
    ),
  },
  { key: 'walkIn', label: kindText('walk_in', t), kind: 'check', help: t('rights.pages.shows') },
  { key: 'c4', label: kindText('c4', t), kind: 'check', help: t('rights.pages.shows') },
]

/** Which pages accounts may open. */
export function PagePermissions() {
  const t = useText()
  const { query, served } = useCategoryFilter<PagePermissionTypeId>(TABLE)
  return (
    <TableEditor
      title={t('rights.pages.title')}
      tableKey="page-permissions"
      name={TABLE}
      list={{ call: listPagePermissions, query, rowsOf, served }}
      rowKey={(row) => String(row.id)}
      nameOf={(row) => `${row.account}: ${row.typeTitle}`}
      writes={{
        create: addPagePermissions,
        update,
        remove: removePagePermission,
        consequence: (row) =>
          t('rights.pages.consequence', { account: row.account, category: row.typeTitle }),
        alsoChanges,
      }}
      columns={columns}
      form={{ fields, blank, draftOf }}
      emptyTitle={t('rights.pages.none')}
      tools={
        <>
          <CategoryFilter categories={listPageCategories} name={TABLE} />
          <PermissionTools table="webpage" list={listPagePermissions} example={pageExample} />
        </>
      }
    />
  )
}
