import { listAccounts } from '@coldkeep/contract/areas/accounts'
import { deviceExample, listDeviceCategories } from '@coldkeep/contract/areas/categories'
import {
  addDevicePermissions,
  changeDevicePermissions,
  type DeviceDraft,
  type DevicePermission,
  listDevicePermissions,
  removeDevicePermission,
} from '@coldkeep/contract/areas/rights'
import type { Answer } from '@coldkeep/contract/call'
import type { DevicePermissionTypeId } from '@coldkeep/domain/ids'
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
const TABLE = 't3'
const alsoChanges = [listDeviceCategories, listAccounts]
const blank = { account: null, type: null, walkIn: false, c4: false }
const rowsOf = (answer: Answer<typeof listDevicePermissions>) => answer.data
const draftOf = ({ account, type, walkIn, c4 }: DevicePermission) => ({ account, type, walkIn, c4 })
const update = rowCall(changeDevicePermissions, ({ id, revision }: DevicePermission, draft: DeviceDraft) => ({
  body: [{ id, revision, ...draft }],
}))

const columns = (t: Translate): readonly Column<DevicePermission>[] => [
  { key: 'account', title: t('rights.account'), kind: 'text', value: (row) => row.account },
  { key: 'name', title: t('rights.accountName'), kind: 'text', value: (row) => row.accountName },
  { key: 'type', title: t('rights.category'), kind: 'text', value: (row) => row.typeTitle },
  { key: 'walkIn', title: kindText('walk_in', t), kind: 'text', value: (row) => flagText(row.walkIn, t) },
  { key: 'c4', title: kindText('c4', t), kind: 'text', value: (row) => flagText(row.c4, t) },
]

export const fields = (t: Translate): readonly EditorField<DeviceDraft>[] => [
  { key: 'account', label: t('rights.account'), kind: 'choice', position: 0, choices: accountChoices() },
  {
    key: 'type',
    label: t('rights.category'),
    kind: 'choice',
    position: 1,
    choices: servedChoices(
      listDeviceCategories,
      () => ({}),
      ({ authType }) => authType.map(({ id, title }) => ({ value: id, label: title })),
    ),
  },
  { key: 'walkIn', label: kindText('walk_in', t), kind: 'check' },
  { key: 'c4', label: kindText('c4', t), kind: 'check' },
]

/** Which equipment accounts see, and to which of it they write. */
export function EquipmentPermissions() {
  const t = useText()
  const { query, served } = useCategoryFilter<DevicePermissionTypeId>(TABLE)
  return (
    <TableEditor
      title={t('rights.equipment.title')}
      tableKey="equipment-permissions"
      name={TABLE}
      list={{ call: listDevicePermissions, query, rowsOf, served }}
      rowKey={(row) => String(row.id)}
      nameOf={(row) => `${row.account}: ${row.typeTitle}`}
      writes={{
        create: addDevicePermissions,
        update,
        remove: removeDevicePermission,
        consequence: (row) => t('rights.equipment.consequence', { account: row.account }),
        alsoChanges,
      }}
      columns={columns}
      form={{ fields, blank, draftOf }}
      emptyTitle={t('rights.equipment.none')}
      tools={
        <>
          <CategoryFilter categories={listDeviceCategories} name={TABLE} />
          <PermissionTools table="device" list={listDevicePermissions} example={deviceExample} />
        </>
      }
    />
  )
}
