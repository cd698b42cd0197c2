import { wireAccount } from '@coldkeep/contract/areas/accounts'
import { Problem } from '@coldkeep/contract/problem'
import { guardedKinds } from '@coldkeep/domain/access/equipment'
import type { AccountId, DepartmentId } from '@coldkeep/domain/ids'
import { rowChanged } from '../../access/row-changed'
import type { Handlers } from '../../calls/bind-call'
import type { Trx } from '../../db/connect'
import { maskedMail } from '../../notices/mask-address'
import {
  type AccountRow,
  accountBelow,
  countAccounts,
  insertNewAccount,
  isDepartmentBelow,
  selectAccounts,
  updateAccount,
  updateTemporaryPassword,
} from '../account-queries'
import { revokeKeysOf } from '../api-key-queries'
import { auditRight } from '../audit-right'
import { selectDeviceCategory, selectPageCategory } from '../category-queries'
import { changeRights } from '../change-rights'
import { makeUpPassword } from '../made-up-password'
import { deleteLinksOf } from '../mailed-link-queries'
import { hashPassword } from '../password'
import { insertDevicePermission, insertPagePermission } from '../permission-queries'
import { deleteOtherSignIns } from '../sign-in-queries'

type AccountCall = 'listAccounts' | 'addAccount' | 'changeAccount' | 'giveTemporaryPassword'

export const accountHandlers = {
  listAccounts: async ({ db, user, query }) => {
    const { page, page_size, sort, state } = query
    const wanted = { text: query.key.trim(), state: state === 'all' ? null : state }
    const [rows, total] = await Promise.all([
      selectAccounts(db, user.departmentId, wanted, sort, {
        offset: (page - 1) * page_size,
        limit: page_size,
      }),
      countAccounts(db, user.departmentId, wanted),
    ])
    return { accounts: rows.map(present), total, page, page_size }
  },

  addAccount: async ({ db, user, body, clock }) => {
    const password = makeUpPassword()
    const passwordHash = await hashPassword(password)
    const now = clock.now()
    const { login, name, email, department: departmentId, page_permission, device_permission } = body
    const service = serviceOf(body)
    const id = await changeRights({ db, user }, async (trx, { holder, made }) => {
      await checkDepartment(trx, holder.departmentId, departmentId)
      const draft = { login, name, email, departmentId, ...service, passwordHash, mustChangePassword: true }
      const accountId = await insertNewAccount(trx, draft, now)
      if (accountId === null) throw new Problem('account.exists', {}, { login: 'choice' })
      made(accountId)
      if (page_permission !== null) await grantPages(trx, accountId, page_permission)
      if (device_permission !== null) await grantEquipment(trx, accountId, device_permission)
      const rights = { department: departmentId, page: page_permission, equipment: device_permission }
      const detail = { name, ...rights, ...wordsOf(service) }
      await auditRight(trx, { user, now }, 'account.add', login, detail, departmentId)
      return accountId
    })
    return { id, login, password }
  },

  changeAccount: async ({ db, user, params, body, clock }) => {
    const now = clock.now()
    const { name, email, department: departmentId, is_enabled: isEnabled } = body
    await changeRights({ db, user }, async (trx, { holder, touch }) => {
      const row = await accountBelow(trx, holder.departmentId, params.accountid)
      await touch([row.accountId])
      if (body.revision !== undefined && body.revision !== row.revision) {
        throw rowChanged(wireAccount, present(row))
      }
      const was = { is_engineer: row.isEngineer, alert_service_ends_on: row.alertServiceEndsOn }
      const service = serviceOf({
        is_engineer: body.is_engineer ?? was.is_engineer,
        alert_service_ends_on:
          body.alert_service_ends_on === undefined ? was.alert_service_ends_on : body.alert_service_ends_on,
      })
      if (departmentId !== row.departmentId) await checkDepartment(trx, holder.departmentId, departmentId)
      await updateAccount(trx, row, { name, email, departmentId, isEnabled, ...service })
      if (!isEnabled) await deleteOtherSignIns(trx, row.accountId, null)
      const { name: oldName, email: oldEmail, departmentId: oldDepartment, isEnabled: wasEnabled } = row
      const before = {
        name: oldName,
        email: maskedMail(oldEmail),
        department: oldDepartment,
        is_enabled: wasEnabled,
        ...was,
      }
      const after = {
        name,
        email: maskedMail(email),
        department: departmentId,
        is_enabled: isEnabled,
        ...wordsOf(service),
      }
      const detail = { ...after, before }
      await auditRight(trx, { user, now }, kindOf(wasEnabled, isEnabled), row.login, detail, oldDepartment)
    })
    return present(await accountBelow(db, user.departmentId, params.accountid))
  },

  giveTemporaryPassword: async ({ db, user, params, clock }) => {
    const password = makeUpPassword()
    const passwordHash = await hashPassword(password)
    const now = clock.now()
    const { accountId: id, login } = await changeRights({ db, user }, async (trx, { holder, touch }) => {
      const row = await accountBelow(trx, holder.departmentId, params.accountid)
      await touch([row.accountId])
      await updateTemporaryPassword(trx, row, passwordHash, now)
      await deleteOtherSignIns(trx, row.accountId, null)
      await deleteLinksOf(trx, row.accountId)
      const keys = await revokeKeysOf(trx, row.accountId, now)
      await auditRight(
        trx,
        { user, now },
        'account.temporary_password',
        row.login,
        { keys },
        row.departmentId,
      )
      return row
    })
    return { id, login, password }
  },
} satisfies Pick<Handlers, AccountCall>

interface AlertService {
  readonly is_engineer: boolean
  readonly alert_service_ends_on: string | null
}

/** @throws Problem `account.no_engineer` where somebody else shall have the alert service of engineers */
function serviceOf({ is_engineer, alert_service_ends_on }: AlertService) {
  if (!is_engineer && alert_service_ends_on !== null) {
    throw new Problem('account.no_engineer', {}, { alert_service_ends_on: 'choice' })
  }
  return { isEngineer: is_engineer, alertServiceEndsOn: alert_service_ends_on }
}

/** The same as it stands in the audit. */
function wordsOf({ isEngineer, alertServiceEndsOn }: ReturnType<typeof serviceOf>): AlertService {
  return { is_engineer: isEngineer, alert_service_ends_on: alertServiceEndsOn }
}

function kindOf(wasEnabled: boolean, isEnabled: boolean): string {
  if (wasEnabled === isEnabled) return 'account.change'
  return isEnabled ? 'account.enable' : 'account.disable'
}

async function checkDepartment(trx: Trx, top: DepartmentId, id: DepartmentId): Promise<void> {
  const isKnown = await isDepartmentBelow(trx, id, top)
  if (!isKnown) throw new Problem('department.unknown', {}, { department: 'choice' })
}

async function grantPages(trx: Trx, accountId: AccountId, id: number): Promise<void> {
  const type = await selectPageCategory(trx, id)
  if (type === undefined) throw new Problem('category.unknown', {}, { page_permission: 'choice' })
  await insertPagePermission(trx, { accountId, ...type })
}

/** The whole of what the category offers. */
async function grantEquipment(trx: Trx, accountId: AccountId, id: number): Promise<void> {
  const type = await selectDeviceCategory(trx, id)
  if (type === undefined) throw new Problem('category.unknown', {}, { device_permission: 'choice' })
  await insertDevicePermission(trx, { accountId, ...type, given: [...guardedKinds] })
}

function present(row: AccountRow) {
  return {
    id: row.accountId,
    login: row.login,
    name: row.name,
    email: row.email,
    department: row.departmentId,
    department_name: row.departmentName,
    is_enabled: row.isEnabled,
    must_change_password: row.mustChangePassword,
    has_second_factor: row.hasSecondFactor,
    is_engineer: row.isEngineer,
    alert_service_ends_on: row.alertServiceEndsOn,
    has_provider_identity: row.hasProviderIdentity,
    pages: row.pages,
    equipment: row.equipment,
    last_sign_in_at: row.lastSignInAt,
    revision: row.revision,
  }
}
