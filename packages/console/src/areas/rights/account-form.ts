import type { listAccounts } from '@coldkeep/contract/areas/accounts'
import { listDeviceCategories, listPageCategories } from '@coldkeep/contract/areas/categories'
import { departmentMap } from '@coldkeep/contract/areas/organisation'
import type { Answer } from '@coldkeep/contract/call'
import type { DepartmentId, DevicePermissionTypeId, PagePermissionTypeId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'
import type { Translate } from '@coldkeep/phrases/keys'
import { type EditorField, servedChoices } from '../../archetypes/editor-field'
import type { FieldFaults } from '../../archetypes/field-faults'
import type { Column } from '../../kit/table/column'
import { findDepartments } from '../../parts/department-path'

export type AccountEntry = Answer<typeof listAccounts>['accounts'][number]

/** What can be changed of an account that is there. */
export interface AccountDraft {
  readonly name: string
  readonly email: string
  readonly department: DepartmentId
  readonly is_enabled: boolean
  readonly is_engineer: boolean
  readonly alert_service_ends_on: string | null
}

/** What a new account starts with. */
export interface NewAccountDraft {
  readonly login: string
  readonly name: string
  readonly email: string
  readonly department: DepartmentId
  readonly is_engineer: boolean
  readonly alert_service_ends_on: string | null
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
    key: 'engineer',
    title: t('rights.accounts.engineer'),
    kind: 'text',
    value: (row) => engineerText(row, t),
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
  return must_change_password ? t('rights.accounts.mustChange') : t('rights.enabled')
}

function engineerText(
  { is_engineer, alert_service_ends_on: day }: AccountEntry,
  t: Translate,
): string | null {
  if (!is_engineer) return null
  return day === null ? t('rights.yes') : t('rights.accounts.serviceUntil', { day })
}

const serviceFields = (t: Translate) =>
  [
    { key: 'is_engineer', label: t('rights.accounts.isEngineer'), kind: 'check' },
    { key: 'alert_service_ends_on', label: t('account.alertServiceEnds'), kind: 'day' },
  ] as const

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
  ...serviceFields(t),
]

export const newAccountFields = (t: Translate): readonly EditorField<NewAccountDraft>[] => [
  { key: 'login', label: t('rights.account'), kind: 'text', maxLength: 120 },
  { key: 'name', label: t('rights.accountName'), kind: 'text', maxLength: 120 },
  { key: 'email', label: t('rights.accounts.email'), kind: 'email', maxLength: 254 },
  { key: 'department', label: t('rights.accounts.department'), kind: 'choice', choices: departments() },
  ...serviceFields(t),
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
  is_engineer: false,
  alert_service_ends_on: null,
  page_permission: null,
  device_permission: null,
}

export function draftOfAccount(account: AccountEntry): AccountDraft {
  const { name, email, department, is_enabled, is_engineer, alert_service_ends_on } = account
  return { name, email, department, is_enabled, is_engineer, alert_service_ends_on }
}

/** Only engineers have the service. */
export function checkService(
  draft: { readonly is_engineer?: unknown; readonly alert_service_ends_on?: unknown },
  t: Translate,
): FieldFaults {
  const isFaulty = draft.is_engineer !== true && (draft.alert_service_ends_on ?? null) !== null
  return isFaulty ? { alert_service_ends_on: t('errors.account.no_engineer') } : {}
}
