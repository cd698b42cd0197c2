import type { rightRules } from '@coldkeep/contract/areas/accounts'
import { Problem } from '@coldkeep/contract/problem'
import { kindsOfDevice, maySee, mayWrite } from '@coldkeep/domain/access/equipment'
import { isAlwaysInMenu, type PageKey } from '@coldkeep/domain/access/page-key'
import type { DepartmentId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { type AccountRights, rightsOf } from '../access/account-rights'
import { scopeOf, selectStoreInScope } from '../access/scope'
import type { Handlers } from '../calls/bind-call'
import type { Db } from '../db/connect'
import { selectDevice } from '../devices/device-queries'
import { isStoreBelow, selectExplained, selectPageCategoriesOf } from './explain-queries'

interface Rule {
  readonly rule: (typeof rightRules)[number]
  readonly isAllowed: boolean
  readonly text: string
}
type Account = Awaited<ReturnType<typeof accountOf>>

export const explainHandlers = {
  explainRights: async ({ db, user, query, translate }) => {
    const account = await accountOf(db, user.departmentId, query.account)
    const rules: Rule[] = [isAllowedAtAll(account, translate)]
    if (account.mustChangePassword) {
      rules.push({ rule: 'password', isAllowed: false, text: translate('rights.why.password') })
    }
    if (query.page !== undefined) rules.push(await pageRule(db, account, query.page, translate))
    const scope = scopeOf(user)
    if (query.deviceId !== undefined) {
      const device = await selectDevice(db, scope, query.deviceId as DeviceId)
      if (device === null) throw new Problem('device.unknown')
      rules.push(await storeRule(db, account, device.storeId, device.storeName, translate))
      const kinds = kindsOfDevice(device)
      const words = { kinds: kinds.map((kind) => translate(`rights.kinds.${kind}`)).join(', ') }
      const sees = maySee(account.equipment, kinds)
      rules.push({
        rule: 'equipment',
        isAllowed: sees,
        text: translate(sees ? 'rights.why.seen' : 'rights.why.hidden', words),
      })
      const writes = mayWrite(account.equipment, kinds)
      rules.push({
        rule: 'writing',
        isAllowed: writes,
        text: translate(writes ? 'rights.why.written' : 'rights.why.notWritten', words),
      })
    } else if (query.storeId !== undefined) {
      const store = await selectStoreInScope(db, scope, query.storeId)
      rules.push(await storeRule(db, account, store.storeId, store.name, translate))
    }
    // to look at a device it need not be written to
    return { isAllowed: rules.every((one) => one.isAllowed || one.rule === 'writing'), rules }
  },
} satisfies Pick<Handlers, 'explainRights'>

async function accountOf(db: Db, top: DepartmentId, login: string) {
  const row = await selectExplained(db, top, login)
  if (row === undefined) throw new Problem('account.unknown', {}, { 'query.account': 'choice' })
  const rights: AccountRights = rightsOf(row)
  return { ...row, ...rights }
}

function isAllowedAtAll({ isEnabled, name }: Account, translate: Translate): Rule {
  const text = translate(isEnabled ? 'rights.why.enabled' : 'rights.why.disabled', { name })
  return { rule: 'account', isAllowed: isEnabled, text }
}

async function pageRule(db: Db, account: Account, page: PageKey, translate: Translate): Promise<Rule> {
  const types = await selectPageCategoriesOf(db, account.accountId)
  const granting = types.filter(({ pageKeys }) => pageKeys.includes(page)).map(({ title }) => title)
  if (granting.length > 0) {
    const text = translate('rights.why.granted', { page, categories: granting.join(', ') })
    return { rule: 'page', isAllowed: true, text }
  }
  if (isAlwaysInMenu(page)) {
    return { rule: 'page', isAllowed: true, text: translate('rights.why.inMenu', { page }) }
  }
  const text =
    types.length === 0
      ? translate('rights.why.noCategory')
      : translate('rights.why.notGranted', { page, categories: types.map(({ title }) => title).join(', ') })
  return { rule: 'page', isAllowed: false, text }
}

async function storeRule(
  db: Db,
  { departmentId, departmentName }: Account,
  storeId: StoreId,
  store: string,
  translate: Translate,
): Promise<Rule> {
  const isBelowTheirs = await isStoreBelow(db, storeId, departmentId)
  const words = { store, department: departmentName }
  const text = translate(isBelowTheirs ? 'rights.why.below' : 'rights.why.notBelow', words)
  return { rule: 'store', isAllowed: isBelowTheirs, text }
}
