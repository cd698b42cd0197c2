import { createHash } from 'node:crypto'
import type { alarmKinds } from '@coldkeep/contract/areas/alarms'
import type { GuardedKind } from '@coldkeep/domain/access/equipment'
import type { EntryMark } from '@coldkeep/domain/day-sheet/entry-marks'
import type { CheckTimes, SkipReason } from '@coldkeep/domain/day-sheet/hand-check'
import type { DayMinutes } from '@coldkeep/domain/day-sheet/minutes-of-day'
import type { AlarmId, BreachId, DeviceId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'

/** A device of a sheet; °C. */
export interface SheetRow extends DayMinutes {
  readonly deviceId: DeviceId
  readonly name: string
  readonly zone: TemperatureZone
  readonly measuredBy: 'food' | 'air' | null
  readonly lowC: number | null
  readonly highC: number | null
  readonly lowestC: number | null
  readonly highestC: number | null
}

/** What was entered at a place. */
export interface SheetCheck extends CheckTimes {
  readonly id: string
  readonly roundId: string
  readonly place: string
  readonly deviceId: DeviceId | null
  readonly valueC: number | null
  readonly skipReason: SkipReason | null
  readonly isRepeated: boolean
  readonly note: string
  readonly lowC: number | null
  readonly highC: number | null
  readonly by: string
  readonly marks: readonly EntryMark[]
}

export interface SheetAlarm {
  readonly alarmId: AlarmId
  readonly deviceId: DeviceId | null
  readonly kind: (typeof alarmKinds)[number]
  readonly rank: number
  readonly startedAt: EpochMs
  readonly clearedAt: EpochMs | null
}

/** An open breach of the day or of one before it. */
interface SheetBreach {
  readonly breachId: BreachId
  readonly deviceId: DeviceId
  readonly startedAt: EpochMs
}

/** A sheet in codes, not words: what is signed, and what is kept of it for years. Later versions have to read this one. */
export interface SheetContent {
  readonly version: 1
  readonly store: { readonly code: string; readonly name: string; readonly timeZone: string }
  readonly on: LocalDate
  readonly until: EpochMs
  /** Of the day so far. */
  readonly minutes: number
  readonly rows: readonly SheetRow[]
  readonly checks: readonly SheetCheck[]
  readonly alarms: readonly SheetAlarm[]
  readonly breaches: readonly SheetBreach[]
  readonly marks: readonly EntryMark[]
  /** Equipment that who looked at it may not see, and that is not in it. */
  readonly without: readonly GuardedKind[]
}

/** The bytes that are signed, and their hash in hexadecimal digits. */
export function sealed(content: SheetContent): { readonly text: string; readonly digest: string } {
  const text = JSON.stringify(content)
  return { text, digest: digestOf(text) }
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The equipment that a sheet is about. */
export function devicesOf({ rows, checks, alarms, breaches }: SheetContent): DeviceId[] {
  const named = [...rows, ...checks, ...alarms, ...breaches].map(({ deviceId }) => deviceId)
  return [...new Set(named.filter((deviceId) => deviceId !== null))]
}

/** What was signed. */
export function contentOf(text: string): SheetContent {
  return JSON.parse(text)
}
