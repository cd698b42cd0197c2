import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../db/connect'
import { insertDepartments } from '../testing/plant/plant-stores'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, testClock } from '../testing/test-server'
import { ensureFirstAccount } from './first-account'
import { verifyPassword } from './password'
import { selectAccountByLogin } from './sign-in-queries'

describeEachDatabase('first start', (openDatabase) => {
  const clock = testClock(NOON)
  let db: Db
  beforeAll(async () => {
    db = await openDatabase()
  })

  test('makes the account admin and the top of the organisation, and shows the generated password once', async () => {
    const [first, second] = await Promise.all([
      ensureFirstAccount(db, clock, { organisationName: 'Coldkeep', password: null }),
      ensureFirstAccount(db, clock, { organisationName: 'Coldkeep', password: null }),
    ])
    const made = first ?? second
    expect([first, second]).toContain(null)
    expect(made?.login).toBe('admin')
    expect(made?.madeUpPassword).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
    const account = await selectAccountByLogin(db, 'admin')
    expect(await verifyPassword(made!.madeUpPassword!, account!.passwordHash)).toBe(true)
    expect(account!.pageKeys.size).toBe(32)
    expect(await db.selectFrom('department').select('name').execute()).toEqual([{ name: 'Coldkeep' }])
    expect(await ensureFirstAccount(db, clock, { organisationName: 'Coldkeep', password: null })).toBeNull()
  })

  test('a given password is taken and not shown, and an existing organisation is used', async () => {
    await db.deleteFrom('pagePermission').execute()
    await db.deleteFrom('pagePermissionType').execute()
    await db.deleteFrom('account').execute()
    await db.deleteFrom('department').execute()
    const root = await insertDepartments(db, { name: 'Frostline', children: [] })
    const made = await ensureFirstAccount(db, clock, {
      organisationName: 'Coldkeep',
      password: 'ten letters',
    })
    expect(made).toEqual({ login: 'admin', madeUpPassword: null })
    const { departmentId } = await db.selectFrom('account').select('departmentId').executeTakeFirstOrThrow()
    expect(departmentId).toBe(root.id)
    const account = await selectAccountByLogin(db, 'admin')
    expect(await verifyPassword('ten letters', account!.passwordHash)).toBe(true)
  })
})
