import type { listAccounts } from '@coldkeep/contract/areas/accounts'
import { listDeviceCategories, listPageCategories } from '@coldkeep/contract/areas/categories'
import type { Answer } from '@coldkeep/contract/call'
import type { DepartmentId, DevicePermissionTypeId, PagePermissionTypeId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { departmentChoices } from '../../archetypes/editor/department-choices'
import { type EditorField, servedChoices } from '../../archetypes/editor/editor-field'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import type { Column } from '../../kit/table/column'

export type AccountEntry = Answer<typeof listAccounts>['accounts'][number]

/** What can be changed of an account that is there. */
export interface AccountDraft {
  readonly name: string
  readonly email: string
  readonly departmentId: DepartmentId
  readonly isEnabled: boolean
  readonly isEngineer: boolean
  readonly alertServiceEndsOn: string | null
}

/** What a new account starts with. */
export interface NewAccountDraft {
  readonly login: string
  readonly name: string
  readonly email: string
  readonly departmentId: DepartmentId
  readonly isEngineer: boolean
  readonly alertServiceEndsOn: string | null
  readonly pagePermission: PagePermissionTypeId | null
  readonly devicePermission: DevicePermissionTypeId | null
}

export const accountColumns = (t: Translate): readonly Column<AccountEntry>[] => [
  { key: 'login', title: t('rights.account'), kind: 'text', value: (row) => row.login },
  { key: 'name', title: t('rights.accountName'), kind: 'text', value: (row) => row.name },
  {
    key: 'department',
    title: t('rights.accounts.department'),
    kind: 'text',
    value: (row) => row.departmentName,
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
    value: (row) => row.lastSignInAt,
  },
]

function stateText({ isEnabled, mustChangePassword }: AccountEntry, t: Translate): string {
  if (!isEnabled) return t('rights.disabled')
  return mustChangePassword ? t('rights.accounts.mustChange') : t('rights.enabled')
}

function engineerText({ isEngineer, alertServiceEndsOn: day }: AccountEntry, t: Translate): string | null {
  if (!isEngineer) return null
  return day === null ? t('rights.yes') : t('rights.accounts.serviceUntil', { day })
}

const serviceFields = (t: Translate) =>
  [
    { key: 'isEngineer', label: t('rights.accounts.isEngineer'), kind: 'check' },
    { key: 'alertServiceEndsOn', label: t('account.alertServiceEnds'), kind: 'day' },
  ] as const

export const accountFields = (t: Translate): readonly EditorField<AccountDraft>[] => [
  { key: 'name', label: t('rights.accountName'), kind: 'text' },
  { key: 'email', label: t('rights.accounts.email'), kind: 'email' },
  {
    key: 'departmentId',
    label: t('rights.accounts.department'),
    kind: 'choice',
    choices: departmentChoices(),
  },
  { key: 'isEnabled', label: t('rights.accounts.isEnabled'), kind: 'check' },
  ...serviceFields(t),
]

export const newAccountFields = (t: Translate): readonly EditorField<NewAccountDraft>[] => [
  { key: 'login', label: t('rights.account'), kind: 'text' },
  { key: 'name', label: t('rights.accountName'), kind: 'text' },
  { key: 'email', label: t('rights.accounts.email'), kind: 'email' },
  {
    key: 'departmentId',
    label: t('rights.accounts.department'),
    kind: 'choice',
    choices: departmentChoices(),
  },
  ...serviceFields(t),
  {
    key: 'pagePermission',
    label: t('rights.accounts.firstPages'),
    kind: 'choice',
    choices: servedChoices(
      listPageCategories,
      () => ({}),
      ({ authType }) => authType.map(({ id, title }) => ({ value: id, label: title })),
    ),
  },
  {
    key: 'devicePermission',
    label: t('rights.accounts.firstEquipment'),
    kind: 'choice',
    choices: servedChoices(
      listDeviceCategories,
      () => ({}),
      ({ authType }) => authType.map(({ id, title }) => ({ value: id, label: title })),
    ),
  },
]

export const blankAccount = {
  login: '',
  name: '',
  email: '',
  departmentId: null,
  isEngineer: false,
  alertServiceEndsOn: null,
  pagePermission: null,
  devicePermission: null,
}

export function draftOfAccount(account: AccountEntry): AccountDraft {
  const { name, email, departmentId, isEnabled, isEngineer, alertServiceEndsOn } = account
  return { name, email, departmentId, isEnabled, isEngineer, alertServiceEndsOn }
}

/** Only engineers have the service. */
export function checkService(
  draft: { readonly isEngineer?: unknown; readonly alertServiceEndsOn?: unknown },
  t: Translate,
): FieldFaults {
  const isFaulty = draft.isEngineer !== true && (draft.alertServiceEndsOn ?? null) !== null
  return isFaulty ? { alertServiceEndsOn: t('errors.account.no_engineer') } : {}
}
