import { wireAccount } from '@coldkeep/contract/areas/accounts'
import { Problem } from '@coldkeep/contract/problem'
import { guardedKinds } from '@coldkeep/domain/access/equipment'
import type { AccountId, DepartmentId } from '@coldkeep/domain/ids'
import { maskedMail } from '@coldkeep/domain/notices/mask-address'
import { rowChanged } from '../../access/row-changed'
import type { Handlers } from '../../calls/bind-call'
import type { Trx } from '../../db/connect'
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
import { alertServiceOf, changeAlertService } from '../alert-service'
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
    const { page, pageSize, sort, state } = query
    const filter = { text: query.search.trim(), state: state === 'all' ? null : state }
    const [rows, total] = await Promise.all([
      selectAccounts(db, user.departmentId, filter, sort, {
        offset: (page - 1) * pageSize,
        limit: pageSize,
      }),
      countAccounts(db, user.departmentId, filter),
    ])
    return { accounts: rows.map(presentAccount), total, page, pageSize }
  },

  addAccount: async ({ db, user, body, clock }) => {
    const password = makeUpPassword()
    const passwordHash = await hashPassword(password)
    const now = clock.now()
    const { login, name, email, departmentId, pagePermission, devicePermission } = body
    const service = serviceOf(body)
    const id = await changeRights({ db, user }, async (trx, { holder, made }) => {
      await checkDepartment(trx, holder.departmentId, departmentId)
      const hasAlertService = service.alertServiceEndsOn !== null
      const columns = { ...service, hasAlertService, passwordHash, mustChangePassword: true }
      const draft = { login, name, email, departmentId, ...columns }
      const accountId = await insertNewAccount(trx, draft, now)
      if (accountId === null) throw new Problem('account.exists', {}, { login: 'choice' })
      made(accountId)
      const account = { accountId, name, departmentId }
      await changeAlertService(trx, { user, now }, account, NO_SERVICE, alertServiceOf(draft))
      if (pagePermission !== null) await grantPages(trx, accountId, pagePermission)
      if (devicePermission !== null) await grantEquipment(trx, accountId, devicePermission)
      const rights = { department: departmentId, page: pagePermission, equipment: devicePermission }
      const detail = { name, ...rights, ...wordsOf(service) }
      await auditRight(trx, { user, now }, 'account.add', login, detail, departmentId)
      return accountId
    })
    return { id, login, password }
  },

  changeAccount: async ({ db, user, params, body, clock }) => {
    const now = clock.now()
    const { name, email, departmentId, isEnabled } = body
    await changeRights({ db, user }, async (trx, { holder, touch }) => {
      const row = await accountBelow(trx, holder.departmentId, params.accountId)
      await touch([row.accountId])
      if (body.revision !== undefined && body.revision !== row.revision) {
        throw rowChanged(wireAccount, presentAccount(row))
      }
      const was = { isEngineer: row.isEngineer, alertServiceEndsOn: row.alertServiceEndsOn }
      const service = serviceOf({
        isEngineer: body.isEngineer ?? was.isEngineer,
        alertServiceEndsOn:
          body.alertServiceEndsOn === undefined ? was.alertServiceEndsOn : body.alertServiceEndsOn,
      })
      if (departmentId !== row.departmentId) await checkDepartment(trx, holder.departmentId, departmentId)
      const hasAlertService = isServiceOn(row, service)
      const changed = { name, email, departmentId, isEnabled, ...service, hasAlertService }
      await updateAccount(trx, row, changed)
      const account = { accountId: row.accountId, name, departmentId }
      await changeAlertService(trx, { user, now }, account, alertServiceOf(row), alertServiceOf(changed))
      if (!isEnabled) await deleteOtherSignIns(trx, row.accountId, null)
      const { name: oldName, email: oldEmail, departmentId: oldDepartment, isEnabled: wasEnabled } = row
      const before = {
        name: oldName,
        email: maskedMail(oldEmail),
        department: oldDepartment,
        isEnabled: wasEnabled,
        ...was,
      }
      const after = {
        name,
        email: maskedMail(email),
        department: departmentId,
        isEnabled,
        ...wordsOf(service),
      }
      const detail = { ...after, before }
      await auditRight(trx, { user, now }, kindOf(wasEnabled, isEnabled), row.login, detail, oldDepartment)
    })
    return presentAccount(await accountBelow(db, user.departmentId, params.accountId))
  },

  giveTemporaryPassword: async ({ db, user, params, clock }) => {
    const password = makeUpPassword()
    const passwordHash = await hashPassword(password)
    const now = clock.now()
    const { accountId: id, login } = await changeRights({ db, user }, async (trx, { holder, touch }) => {
      const row = await accountBelow(trx, holder.departmentId, params.accountId)
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

interface EngineerService {
  readonly isEngineer: boolean
  readonly alertServiceEndsOn: string | null
}

/** @throws Problem `account.no_engineer` where an account that is no engineer is to have the alert service */
function serviceOf({ isEngineer, alertServiceEndsOn }: EngineerService) {
  if (!isEngineer && alertServiceEndsOn !== null) {
    throw new Problem('account.no_engineer', {}, { alertServiceEndsOn: 'choice' })
  }
  return { isEngineer, alertServiceEndsOn }
}

/** The same in the words of the audit. */
function wordsOf({ isEngineer, alertServiceEndsOn }: ReturnType<typeof serviceOf>): EngineerService {
  return { isEngineer, alertServiceEndsOn }
}

const NO_SERVICE = { isOn: false, endsOn: null } as const

/** A day that is entered here switches the service on, none switches it off; where the day stays, so does that. */
function isServiceOn(row: AccountRow, { alertServiceEndsOn }: EngineerService): boolean {
  if (alertServiceEndsOn === null) return false
  return alertServiceEndsOn === row.alertServiceEndsOn ? row.hasAlertService : true
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
  if (type === undefined) throw new Problem('category.unknown', {}, { pagePermission: 'choice' })
  await insertPagePermission(trx, { accountId, ...type, given: [...guardedKinds] })
}

/** Everything that the category offers. */
async function grantEquipment(trx: Trx, accountId: AccountId, id: number): Promise<void> {
  const type = await selectDeviceCategory(trx, id)
  if (type === undefined) throw new Problem('category.unknown', {}, { devicePermission: 'choice' })
  await insertDevicePermission(trx, { accountId, ...type, given: [...guardedKinds] })
}

function presentAccount(row: AccountRow) {
  return {
    id: row.accountId,
    login: row.login,
    name: row.name,
    email: row.email,
    departmentId: row.departmentId,
    departmentName: row.departmentName,
    isEnabled: row.isEnabled,
    mustChangePassword: row.mustChangePassword,
    hasSecondFactor: row.hasSecondFactor,
    isEngineer: row.isEngineer,
    alertServiceEndsOn: row.alertServiceEndsOn,
    hasProviderIdentity: row.hasProviderIdentity,
    pages: row.pages,
    equipment: row.equipment,
    lastSignInAt: row.lastSignInAt,
    revision: row.revision,
  }
}
