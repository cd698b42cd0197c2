import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyPassword } from '@coldkeep/server/accounts/password'
import { selectAccountByLogin } from '@coldkeep/server/accounts/sign-in-queries'
import { testDatabase } from '@coldkeep/server/testing/test-database'
import { NOON } from '@coldkeep/server/testing/test-server'
import { makeFleet } from '@coldkeep/simulator/fleet/make-fleet'
import { expect, test } from 'vitest'
import { credentialsIn, makeDemoAccounts, readDemoAccounts } from './accounts'
import { readModels } from './models'
import { plantFleet } from './plant-fleet'

test.each(['a password of the environment', 'two  blanks'])(
  'the first account of the demo has the password %j, as its file says',
  async (adminPassword) => {
    const folder = mkdtempSync(join(tmpdir(), 'coldkeep-demo-'))
    const { kysely: db, close } = await testDatabase('embedded')
    try {
      const fleet = makeFleet({
        seed: 7,
        storeCount: 3,
        nowMs: NOON,
        models: readModels(),
        withFaults: false,
      })
      const planting = await plantFleet(db, fleet)
      const file = join(folder, 'sign-in.txt')
      await makeDemoAccounts(db, fleet, planting, { file, adminPassword }, NOON)
      const [first = '', second = ''] = readDemoAccounts(file)
      expect(credentialsIn(first)).toEqual({ login: 'admin', password: adminPassword })
      const admin = await selectAccountByLogin(db, 'admin')
      expect(await verifyPassword(adminPassword, admin?.passwordHash ?? null)).toBe(true)
      expect(credentialsIn(second).password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){2}$/)
    } finally {
      await close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
