import { Problem } from '@coldkeep/contract/problem'
import {
  type AlertService,
  type AlertServiceEventKind,
  addedMonths,
  latestEnd,
} from '@coldkeep/domain/alert-service/alert-service'
import type { AccountId, DepartmentId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { SignedIn } from '../access/signed-in'
import type { Trx } from '../db/connect'
import { usePointsOfDepartment } from '../service-points/post-act'
import { type AlertServiceColumns, insertServiceEvent, selectDayIn } from './alert-service-queries'

/** The account of an engineer, as far as its alert service goes. */
export interface ServedAccount {
  readonly accountId: AccountId
  readonly name: string
  readonly departmentId: DepartmentId
}

/** The service as the columns of an account have it. */
export function alertServiceOf({ hasAlertService, alertServiceEndsOn }: AlertServiceColumns): AlertService {
  return { isOn: hasAlertService, endsOn: alertServiceEndsOn as LocalDate | null }
}

interface Change {
  readonly user: Pick<SignedIn, 'accountId' | 'name'>
  readonly now: EpochMs
}

/**
 * Checks a change of an alert service, posts the months that it is longer by, and records it; the columns of the account are
 * written by the caller, in the same transaction. Of an account and a last day there is one use of points.
 * @throws Problem `amber.no_end`, `amber.end_past`, `amber.end_far`; `amber.no_points` where the chain lacks them
 */
export async function changeAlertService(
  trx: Trx,
  { user, now }: Change,
  account: ServedAccount,
  before: AlertService,
  after: AlertService,
  isRenewal = false,
): Promise<void> {
  const kind = kindOf(before, after, isRenewal)
  if (kind === null) return
  const today = await selectDayIn(trx, account.departmentId, now)
  if (after.isOn) checkEnd(after.endsOn, today)
  const by = { accountId: user.accountId, name: user.name }
  const months = addedMonths(before, after, today)
  const { accountId, name, departmentId } = account
  const used =
    months === 0
      ? { isShort: false, points: 0 }
      : await usePointsOfDepartment(trx, {
          act: 'alert_month',
          count: months,
          cause: { kind: 'alert', id: `${accountId}:${after.endsOn}` },
          departmentId,
          by,
          now,
        })
  if (used.isShort) throw new Problem('amber.no_points')
  const event = { accountId, accountName: name, departmentId, kind, by, at: now }
  await insertServiceEvent(trx, {
    ...event,
    fromOn: before.endsOn,
    untilOn: after.endsOn,
    points: used.points,
  })
}

function kindOf(
  before: AlertService,
  after: AlertService,
  isRenewal: boolean,
): Exclude<AlertServiceEventKind, 'ended'> | null {
  if (isRenewal) return 'renewed'
  if (after.isOn !== before.isOn) return after.isOn ? 'enabled' : 'disabled'
  return after.endsOn === before.endsOn ? null : 'changed'
}

function checkEnd(endsOn: LocalDate | null, today: LocalDate): void {
  if (endsOn === null) throw new Problem('amber.no_end', {}, { alertServiceEndsOn: 'missing' })
  if (endsOn < today) throw new Problem('amber.end_past', {}, { alertServiceEndsOn: 'choice' })
  if (endsOn > latestEnd(today)) throw new Problem('amber.end_far', {}, { alertServiceEndsOn: 'choice' })
}
