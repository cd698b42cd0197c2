import { type PageKey, pageKeys } from '@coldkeep/domain/access/page-key'
import { epochMs } from '@coldkeep/domain/time/instant'
import {
  insertAccount,
  insertPermissionType,
  selectWholeEquipmentType,
} from '@coldkeep/server/accounts/sign-in-queries'
import type { Db } from '@coldkeep/server/db/connect'
import { quickHash } from '@coldkeep/server/testing/quick-hash'
import { PASSWORD, type TinyFleet } from '@coldkeep/server/testing/tiny-fleet'

/** Under which keys and where in the organisation people of a chain are at home. */
export const roles = {
  /** Of a store: looks at temperatures and acknowledges alarms. */
  clerk: { department: 'north', pages: ['1-2', '1-7'], writes: false },
  /** Of a maintenance firm: finds faults, polls by hand and changes set points. */
  engineer: {
    department: 'company',
    pages: ['1-1', '1-3', '1-7', '1-8', '2-1-3', '2-3-1', '2-3-2', '2-3-3', '3-1', '3-2', '4-5'],
    writes: true,
  },
  /** Of some stores: reads all figures and reports. */
  manager: {
    department: 'south',
    pages: ['1-1', '1-2', '1-3', '1-4', '1-5', '1-6', '1-7', '1-8', '2-1-1', '2-1-2', '4-5'],
    writes: false,
  },
  /** Of the headquarters: everything but the rights of others. */
  operator: { department: 'company', pages: pageKeys.filter((key) => key !== '2-2-4'), writes: true },
  /** Of the insurance: the proof of insured goods alone. */
  insurer: { department: 'company', pages: ['1-2', '2-1-2'], writes: false },
} as const satisfies Record<
  string,
  { department: 'company' | 'north' | 'south'; pages: readonly PageKey[]; writes: boolean }
>
export type Role = keyof typeof roles
export const roleNames = Object.keys(roles) as readonly Role[]

/** An account of each role, which signs in under its name. */
export async function insertRoles(db: Db, fleet: TinyFleet): Promise<void> {
  const now = epochMs(Date.now())
  const passwordHash = await quickHash(PASSWORD)
  const whole = await selectWholeEquipmentType(db)
  for (const login of roleNames) {
    const { department, pages, writes } = roles[login]
    await insertAccount(
      db,
      {
        ...{ login, name: login, email: `${login}@shop.example`, passwordHash },
        departmentId: fleet[department],
        permissionTypeIds: [await insertPermissionType(db, `Pages of ${login}`, pages)],
        equipmentTypeIds: writes ? whole : [],
      },
      now,
    )
  }
}
