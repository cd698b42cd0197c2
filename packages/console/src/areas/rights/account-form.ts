import type { listAccounts } from '@coldkeep/contract/areas/accounts'
import { listDeviceCategories, listPageCategories } from '@coldkeep/contract/areas/categories'
import { departmentMap } from '@coldkeep/contract/areas/organisation'
import type { Answer } from '@coldkeep/contract/call'
import type { DepartmentId, DevicePermissionTypeId, PagePermissionTypeId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'
import type { Translate } from '@coldkeep/phrases/keys'
import { type EditorField, servedChoices } from '../../archetypes/editor-field'
import type { Column } from '../../kit/table/column'
import { findDepartments } from '../../parts/department-path'

export type AccountEntry = Answer<typeof listAccounts>['accounts'][number]

/** What can be changed of an account that is there. */
export interface AccountDraft {
  readonly name: string
  readonly email: string
  readonly department: DepartmentId
  readonly is_enabled: boolean
}

/** What a new account starts with. */
export interface NewAccountDraft {
  readonly login: string
  readonly name: string
  readonly email: string
  readonly department: DepartmentId
  readonly page_permission: PagePermissionTypeId | null
  readonly device_permission: DevicePermissionTypeId | null
}

export const accountColumns = (t: Translate): readonly Column<AccountEntry>[] => [
  { key: 'login', title: t('rights.account'), kind: 'text', value: (row) => row.login },
  { key: 'name', title: t('rights.accountName'), kind: 'text', value: (row) => row.name },
  {
    key: 'department',
    title: t('rights.accounts.department'),
    kind: 'text',
    value: (row) => row.department_name,
  },
  { key: 'state', title: t('rights.state'), kind: 'text', value: (row) => stateText(row, t) },
  { key: 'pages', title: t('rights.pages.title'), kind: 'text', value: (row) => row.pages.join(', ') },
  {
    key: 'equipment',
    title: t('rights.equipment.title'),
    kind: 'text',
    value: (row) => row.equipment.join(', '),
  },
  {
    key: 'lastSignIn',
    title: t('rights.accounts.lastSignIn'),
    kind: 'time',
    value: (row) => row.last_sign_in_at,
  },
]

function stateText({ is_enabled, must_change_password }: AccountEntry, t: Translate): string {
  if (!is_enabled) return t('rights.disabled')
  const words = t('rights.enabled')
  return must_change_password ? `${words}, ${t('rights.accounts.mustChange')}` : words
}

const departments = <Draft>() =>
  servedChoices<Draft, typeof departmentMap>(departmentMap, () => ({}), departmentChoices)

function departmentChoices(top: Department) {
  return findDepartments(top, '', Number.POSITIVE_INFINITY).map(({ path, names }) => ({
    value: path.at(-1) ?? top.id,
    label: names.length > 1 ? names.slice(1).join(' › ') : (names[0] ?? ''),
  }))
}

export const accountFields = (t: Translate): readonly EditorField<AccountDraft>[] => [
  { key: 'name', label: t('rights.accountName'), kind: 'text', maxLength: 120 },
  { key: 'email', label: t('rights.accounts.email'), kind: 'email', maxLength: 254 },
  { key: 'department', label: t('rights.accounts.department'), kind: 'choice', choices: departments() },
  { key: 'is_enabled', label: t('rights.accounts.isEnabled'), kind: 'check' },
]

export const newAccountFields = (t: Translate): readonly EditorField<NewAccountDraft>[] => [
  { key: 'login', label: t('rights.account'), kind: 'text', maxLength: 120 },
  { key: 'name', label: t('rights.accountName'), kind: 'text', maxLength: 120 },
  { key: 'email', label: t('rights.accounts.email'), kind: 'email', maxLength: 254 },
  { key: 'department', label: t('rights.accounts.department'), kind: 'choice', choices: departments() },
  {
    key: 'page_permission',
    label: t('rights.accounts.firstPages'),
    kind: 'choice',
    choices: servedChoices(
      listPageCategories,
      () => ({}),
      ({ auth_type }) => auth_type.map(({ id, title }) => ({ value: id, label: title })),
    ),
  },
  {
    key: 'device_permission',
    label: t('rights.accounts.firstEquipment'),
    kind: 'choice',
    choices: servedChoices(
      listDeviceCategories,
      () => ({}),
      ({ auth_type }) => auth_type.map(({ id, title }) => ({ value: id, label: title })),
    ),
  },
]

export const blankAccount = {
  login: '',
  name: '',
  email: '',
  department: null,
  page_permission: null,
  device_permission: null,
}

export function draftOfAccount({ name, email, department, is_enabled }: AccountEntry): AccountDraft {
  return { name, email, department, is_enabled }
}
