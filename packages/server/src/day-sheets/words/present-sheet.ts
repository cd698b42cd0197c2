import type { DaySheet, SheetView } from '@coldkeep/contract/areas/day-sheets'
import { priorityOfRank } from '@coldkeep/domain/alarms/priority'
import { type BreachState, isOpen } from '@coldkeep/domain/corrections/breach-state'
import { breachNumber } from '@coldkeep/domain/corrections/corrective-action'
import { isOutOfLimits, latenessOf } from '@coldkeep/domain/day-sheet/hand-check'
import type { AccountId, BreachId, DeviceId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Words } from '../../wording/words'
import type { SignedSheet } from '../read-sheet'
import { digestOf, type SheetContent, type SheetRow } from '../sheet-content'

interface Seeing {
  /** Of the equipment that the reader may see. */
  readonly names: ReadonlyMap<DeviceId, string>
  readonly signedAt: EpochMs | null
  /** Whose readings have changed since the sheet was signed; `null`: not known any more. */
  readonly lateDevices: ReadonlySet<DeviceId> | null
  /** What became of the breaches by now; `null`: all are open. */
  readonly breachStates: ReadonlyMap<BreachId, BreachState> | null
}

/** A sheet in the words of the reader, without what is withheld from them. */
export function presentSheet(
  { until, minutes, rows, checks, alarms, breaches, marks }: SheetContent,
  { names, signedAt, lateDevices, breachStates }: Seeing,
  { translate }: Pick<Words, 'translate'>,
): SheetView {
  const isShown = (deviceId: DeviceId | null) => deviceId === null || names.has(deviceId)
  // equipment is called what it was called in the sheet
  const called = new Map([...names, ...rows.map(({ deviceId, name }) => [deviceId, name] as const)])
  return {
    until,
    minutes,
    rows: rows
      .filter(({ deviceId }) => isShown(deviceId))
      .map(({ deviceId, name, ...row }) => ({
        ...row,
        device: { id: deviceId, name },
        hasLateReadings: lateDevices?.has(deviceId) ?? null,
      })),
    checks: checks
      .filter(({ deviceId }) => isShown(deviceId))
      .map(({ deviceId, marks: own, ...check }) => ({
        ...check,
        device: deviceId,
        isOutOfLimits: check.valueC !== null && isOutOfLimits(check.valueC, check),
        late: latenessOf(check, signedAt),
        marks: [...own],
      })),
    alarms: alarms
      .filter(({ deviceId }) => isShown(deviceId))
      .map(({ alarmId, deviceId, kind, rank, startedAt, clearedAt }) => ({
        id: alarmId,
        device: deviceId,
        deviceName: deviceId === null ? null : (called.get(deviceId) ?? ''),
        text: translate(`alarms.kind.${kind}`),
        priority: priorityOfRank(rank),
        startedAt,
        clearedAt,
      })),
    breaches: breaches
      .filter(({ deviceId }) => isShown(deviceId))
      .map(({ breachId, deviceId, startedAt }) => ({
        id: breachId,
        number: breachNumber(breachId),
        device: deviceId,
        deviceName: called.get(deviceId) ?? '',
        startedAt,
        state: breachStates === null ? 'open' : presentState(breachStates.get(breachId)),
      })),
    marks: [...marks],
  }
}

function presentState(state: BreachState | undefined): SheetView['breaches'][number]['state'] {
  if (state === undefined || state === 'void') return 'void'
  return isOpen(state) ? 'open' : 'closed'
}

/** A signature with the sheet that was signed. */
export function presentSigned(
  { row, content, breachStates }: SignedSheet,
  { accountId, names }: { readonly accountId: AccountId; readonly names: ReadonlyMap<DeviceId, string> },
  words: Pick<Words, 'translate'>,
): NonNullable<DaySheet['signed']> {
  const digest = Buffer.from(row.sha256).toString('hex')
  const seeing = { names, signedAt: null, lateDevices: new Set<DeviceId>(), breachStates }
  const { reviewedAt, reviewerName, reviewNote } = row
  return {
    at: row.signedAt,
    by: row.accountName,
    isOwn: row.accountId === accountId,
    digest,
    isIntact: digestOf(row.content) === digest,
    isPartial: content.without.length > 0,
    review: reviewedAt === null ? null : { at: reviewedAt, by: reviewerName ?? '', note: reviewNote ?? '' },
    sheet: presentSheet(content, seeing, words),
  }
}

/** Devices of which something else is known by now of the time before the sheet was signed. */
export function changedDevices(signed: readonly SheetRow[], known: readonly SheetRow[]): Set<DeviceId> {
  const figures = ({ inLimits, outOfLimits, unknown, lowestC, highestC }: SheetRow) =>
    JSON.stringify([inLimits, outOfLimits, unknown, lowestC, highestC])
  const before = new Map(signed.map((row) => [row.deviceId, figures(row)]))
  const changed = known.filter((row) => before.has(row.deviceId) && before.get(row.deviceId) !== figures(row))
  return new Set(changed.map(({ deviceId }) => deviceId))
}
