import {
  applyForPoints,
  decidePointApplication,
  listPointApplications,
  savePointPrices,
} from '@coldkeep/contract/areas/point-applications'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type ServiceId, type Subservice, serviceOf } from '@coldkeep/domain/service-points/service'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { Db } from '@coldkeep/server/db/connect'
import { usePoints } from '@coldkeep/server/service-points/post-act'
import type { Visitor } from './visitor'

const GRANTED_DAYS = 365
const SOON_DAYS = 20
const PRICES = { terminal_claim: 5, screen_control: 4, screen_view: 1 } as const

/** What a region applied for, and for how many days it was granted; `null`: it still waits. */
const applications: readonly {
  readonly subservice: Subservice
  readonly points: number
  readonly grantedDays: number | null
}[] = [
  { subservice: 'terminal', points: 150, grantedDays: SOON_DAYS },
  { subservice: 'terminal', points: 100, grantedDays: GRANTED_DAYS },
  { subservice: 'online_repair', points: 60, grantedDays: GRANTED_DAYS },
  { subservice: 'screen_view', points: 20, grantedDays: GRANTED_DAYS },
  { subservice: 'training', points: 8, grantedDays: null },
]

export interface PointGivers {
  /** Of the top department. */
  readonly administrator: Visitor
  /** Of a department below it. */
  readonly applicant: Visitor
}

/**
 * Has points applied for and approved, prices set, and the terminals of the fleet activated, each once, unless points were applied for
 * before.
 * @throws Error where the server refuses any of it
 */
export async function grantServicePoints(
  { administrator, applicant }: PointGivers,
  db: Db,
  now: EpochMs,
): Promise<void> {
  const { total } = await administrator.call(listPointApplications, { query: { page: 1, pageSize: 1 } })
  if (total > 0) return
  for (const { subservice, points, grantedDays } of applications) {
    const serviceId: ServiceId = serviceOf(subservice)
    const who = { company: '霜線超市', contact: '陳俊豪', phone: '02-2555-0100' }
    const { id } = await applicant.call(applyForPoints, { body: { ...who, serviceId, subservice, points } })
    if (grantedDays === null) continue
    const lastDay = new Date(later(now, days(grantedDays))).toISOString().slice(0, 'YYYY-MM-DD'.length)
    await administrator.call(decidePointApplication, { body: { id, isApproved: true, reason: '', lastDay } })
  }
  await administrator.call(savePointPrices, { body: { prices: PRICES, mayOwe: false, revision: 0 } })
  await activateTerminals(db, now)
}

/** The terminals that were in place before there were prices. */
async function activateTerminals(db: Db, now: EpochMs): Promise<void> {
  const places: readonly { readonly storeId: StoreId; readonly terminalId: TerminalId }[] = await db
    .selectFrom('terminal')
    .select(['storeId', 'terminalId'])
    .orderBy('terminalId')
    .execute()
  for (const { storeId, terminalId } of places)
    await db.transaction().execute((trx) =>
      usePoints(trx, {
        act: 'terminal_claim',
        cause: { kind: 'terminal', id: terminalId },
        by: { accountId: null, name: terminalId },
        detail: { terminalId },
        ...{ storeId, now },
      }),
    )
}
