import type { Excursion } from '@coldkeep/domain/analysis/excursions'
import type { BreachFacts } from '@coldkeep/domain/corrections/breach-facts'
import { isOpen } from '@coldkeep/domain/corrections/breach-state'
import { breachNumber, type CorrectiveAction } from '@coldkeep/domain/corrections/corrective-action'
import { groupBy } from '@coldkeep/domain/group-by'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Period } from '@coldkeep/domain/time/period'
import type { Scope } from '../access/scope'
import { selectBreachEvents } from '../corrections/breach-event-queries'
import { type Breach, selectBreachesDuring } from '../corrections/breach-queries'
import type { Db } from '../db/connect'
import type { DeviceEvidence, EvidenceBreach, EvidenceStore } from './evidence'

/**
 * The breaches of a period with all that was entered of each, in order; those included that the readings show and of which
 * there is no record.
 */
export async function selectEvidenceBreaches(
  db: Db,
  scope: Scope,
  { storeId }: EvidenceStore,
  devices: readonly DeviceEvidence[],
  period: Period,
): Promise<EvidenceBreach[]> {
  const shown = new Set(devices.map(({ deviceId }) => deviceId))
  const records = (await selectBreachesDuring(db, scope, storeId, period)).filter(({ deviceId }) =>
    shown.has(deviceId),
  )
  const ids = records.map(({ breachId }) => breachId)
  const events = groupBy(await selectBreachEvents(db, storeId, ids), ({ breachId }) => breachId)
  const recorded = records.map((record): EvidenceBreach => {
    const { deviceId, deviceName, startedAt: startAt, endedAt: endAt } = record
    const { minutes, degreeMinutes, extremeC, limitC } = record
    const facts = { startAt, endAt, minutes, degreeMinutes, extremeC, limitC }
    return { record, deviceId, deviceName, ...facts, history: events.get(record.breachId) ?? [] }
  })
  const missing = devices.flatMap((device) =>
    unrecorded(
      device,
      records.filter((one) => one.deviceId === device.deviceId && one.state !== 'void'),
    ),
  )
  return [...recorded, ...missing].sort((a, b) => a.startAt - b.startAt || a.deviceId - b.deviceId)
}

/** Days in breach that no record reaches into. */
function unrecorded(
  { deviceId, name: deviceName, days, excursions }: DeviceEvidence,
  records: readonly Breach[],
): EvidenceBreach[] {
  return days.flatMap(({ sums, window: { period } }): EvidenceBreach[] => {
    const isRecorded = records.some(
      ({ startedAt, endedAt }) => startedAt < period.endAt && endedAt > period.startAt,
    )
    if (sums.verdict !== 'breach' || isRecorded) return []
    const spells = excursions.filter(({ startAt, endAt }) => startAt < period.endAt && endAt > period.startAt)
    const facts = together(spells)
    return facts === null ? [] : [{ record: null, deviceId, deviceName, ...facts, history: [] }]
  })
}

function together(spells: readonly Excursion[]): BreachFacts | null {
  const [first, ...others] = spells
  if (first === undefined) return null
  const beyond = ({ extremeC, limitC }: Excursion) => Math.abs(extremeC - limitC)
  return others.reduce((sum, next) => {
    const { extremeC, limitC } = beyond(next) > beyond(sum) ? next : sum
    return {
      startAt: sum.startAt,
      endAt: next.endAt,
      minutes: sum.minutes + next.minutes,
      degreeMinutes: sum.degreeMinutes + next.degreeMinutes,
      extremeC,
      limitC,
    }
  }, first)
}

/** A breach that two people have not closed, or of which there is no record. */
export function isOpenEvidence({ record }: EvidenceBreach): boolean {
  return record === null || isOpen(record.state)
}

/** What was entered last, and who agreed to it. */
export interface NewestEntry {
  readonly action: (CorrectiveAction & { doneAt: EpochMs; by: string; at: EpochMs }) | null
  readonly check: { readonly by: string; readonly at: EpochMs } | null
}

/** @returns check: of a closed breach alone; one that was agreed to before something changed is no check of it */
export function newestEntryOf({ record, history }: EvidenceBreach): NewestEntry {
  const action = history.find((event) => event.kind === 'action')
  const agreed = record?.state === 'closed' ? history.find(({ kind }) => kind === 'agreed') : undefined
  return {
    action:
      action?.kind === 'action'
        ? {
            ...action.detail,
            doneAt: action.happenedAt,
            by: action.accountName,
            at: action.receivedAt,
          }
        : null,
    check: agreed === undefined ? null : { by: agreed.accountName, at: agreed.receivedAt },
  }
}

/** `null`: there is no record that has one. */
export function numberOf({ record }: EvidenceBreach): string | null {
  return record === null ? null : breachNumber(record.breachId)
}
