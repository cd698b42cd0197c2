import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type EquipmentOffer, equipmentKinds, guardedKinds } from '@coldkeep/domain/access/equipment'
import { type PageKey, pageKeys } from '@coldkeep/domain/access/page-key'
import type { DepartmentId, DevicePermissionTypeId, PagePermissionTypeId } from '@coldkeep/domain/ids'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import { FIRST_LOGIN } from '@coldkeep/server/accounts/first-account'
import { hashPassword } from '@coldkeep/server/accounts/password'
import { insertAccount, insertPermissionType } from '@coldkeep/server/accounts/sign-in-queries'
import type { Db } from '@coldkeep/server/db/connect'
import { insertEquipmentType } from '@coldkeep/server/testing/plant/plant-types'
import type { Fleet } from '@coldkeep/simulator/fleet/fleet'
import type { Planting } from './plant-fleet'

interface DemoAccount {
  readonly login: string
  readonly name: string
  readonly sees: string
  readonly departmentId: DepartmentId
  readonly permission: keyof typeof permissions
  /** None: everything may be seen and nothing written to. */
  readonly equipment?: keyof typeof equipment
}

/** Permission types of the demo: everything, looking at and downloading, the own shop, and maintaining. */
const permissions = {
  Administrator: pageKeys,
  'Regional manager': pageKeys.filter((key) => /^(1|2-1|2-2-[1-35]|5)/.test(key)),
  'Store staff': pageKeys.filter((key) => /^(1-[1-37]|5)/.test(key)),
  'Maintenance engineer': pageKeys.filter((key) => /^(1|2-1|2-3|3|4|5)/.test(key)),
} as const satisfies Record<string, readonly PageKey[]>

/** And of its equipment: to maintain all of it, or to look at what is on the sales floor. */
const equipment = {
  'Maintenance of all equipment': { sees: guardedKinds, writes: equipmentKinds },
  'Sales floor, read only': { sees: ['c4'], writes: [] },
} as const satisfies Record<string, EquipmentOffer>

/** Of the alert service of the engineer. */
const SERVICE_DAYS = 120

interface SignIns {
  /** Where they are kept. */
  readonly file: string
  /** Of the first one; `null`: made up, as all others are. */
  readonly adminPassword: string | null
}

/** Makes the sign-ins of the demo and keeps them, with their passwords, in a file that only its owner can read. */
export async function makeDemoAccounts(
  db: Db,
  fleet: Fleet,
  { departments }: Planting,
  { file, adminPassword }: SignIns,
  now: EpochMs,
): Promise<void> {
  const lines: string[] = []
  const serviceEnd = new Date(later(now, days(SERVICE_DAYS))).toISOString().slice(0, 'YYYY-MM-DD'.length)
  await db.transaction().execute(async (trx) => {
    const typeIds = new Map<string, PagePermissionTypeId>()
    const equipmentIds = new Map<string, DevicePermissionTypeId>()
    for (const [title, keys] of Object.entries(permissions)) {
      typeIds.set(title, await insertPermissionType(trx, title, keys))
    }
    for (const [title, offer] of Object.entries(equipment)) {
      equipmentIds.set(title, await insertEquipmentType(trx, title, offer))
    }
    for (const account of demoAccounts(fleet, departments)) {
      const password = (account.login === FIRST_LOGIN ? adminPassword : null) ?? makeUpPassword()
      const isEngineer = account.permission === 'Maintenance engineer'
      await insertAccount(
        trx,
        {
          login: account.login,
          name: account.name,
          email: '',
          passwordHash: await hashPassword(password),
          departmentId: account.departmentId,
          permissionTypeIds: chosen(typeIds, account.permission),
          equipmentTypeIds: chosen(equipmentIds, account.equipment),
        },
        now,
      )
      await trx
        .updateTable('account')
        .set({
          ...{ title: account.permission, isEngineer, hasAlertService: isEngineer },
          alertServiceEndsOn: isEngineer ? serviceEnd : null,
        })
        .where('login', '=', account.login)
        .execute()
      lines.push([account.login.padEnd(10), password.padEnd(20), account.sees].join('  '))
    }
  })
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
}

function chosen<Id>(ids: ReadonlyMap<string, Id>, title: string | undefined): Id[] {
  const id = title === undefined ? undefined : ids.get(title)
  return id === undefined ? [] : [id]
}

/** The kept sign-ins, a line each: account, password, what it sees. */
export function readDemoAccounts(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
}

/** Account and password of such a line; a password may hold blanks. */
export function credentialsIn(line: string): { readonly login: string; readonly password: string } {
  const [, login = '', password = ''] = /^(\S+) +(.*\S) {2,}\S.*$/.exec(line) ?? []
  return { login, password }
}

function demoAccounts(fleet: Fleet, departments: Planting['departments']): DemoAccount[] {
  const at = (index: number) => {
    const department = departments[index]
    if (!department) throw new Error(`The fleet has no department ${index}`)
    return department
  }
  const firstStore = fleet.stores[0]
  if (!firstStore) throw new Error('The fleet has no store')
  const region = fleet.departments.findIndex((department) => department.level === 2)
  const country = fleet.departments.findIndex((department) => department.level === 1)
  const store = firstStore.departmentIndex
  return [
    {
      login: FIRST_LOGIN,
      name: 'Hui-Wen Lin',
      sees: 'everything',
      departmentId: at(0).id,
      permission: 'Administrator',
      equipment: 'Maintenance of all equipment',
    },
    {
      login: 'region',
      name: 'Jun-Hao Chen',
      sees: `region ${at(region).name}`,
      departmentId: at(region).id,
      permission: 'Regional manager',
    },
    {
      login: 'store',
      name: 'Mei-Ling Wu',
      sees: `group ${at(store).name}`,
      departmentId: at(store).id,
      permission: 'Store staff',
      equipment: 'Sales floor, read only',
    },
    {
      login: 'engineer',
      name: 'Kenji Mori',
      sees: `country ${at(country).name}`,
      departmentId: at(country).id,
      permission: 'Maintenance engineer',
      equipment: 'Maintenance of all equipment',
    },
  ]
}

function makeUpPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group()].join('-')
}
