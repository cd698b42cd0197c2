import type { BreachEventKind, BreachState } from '@coldkeep/domain/corrections/breach-state'
import type { AccountId, BreachId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { ColumnType, Generated } from 'kysely'

interface BreachTable {
  storeId: StoreId
  breachId: Generated<BreachId>
  deviceId: DeviceId
  zone: TemperatureZone
  firstOn: LocalDate
  startedAt: EpochMs
  endedAt: EpochMs
  through: EpochMs
  minutes: number
  degreeMinutes: number
  extremeC: number
  limitC: number
  facts: Generated<number>
  state: Generated<BreachState>
  actions: Generated<number>
  writerId: AccountId | null
  recordedAt: EpochMs
  closedAt: EpochMs | null
  openedAt: EpochMs
  remindedAt: EpochMs | null
  stateBeforeVoid: Generated<BreachState | null>
}

interface BreachDayTable {
  storeId: StoreId
  deviceId: DeviceId
  on: LocalDate
  breachId: BreachId
  isBreach: boolean
  own: ColumnType<unknown, string | null, string | null>
  whole: ColumnType<unknown, string | null, string | null>
}

interface BreachEventTable {
  storeId: StoreId
  breachEventId: Generated<number>
  breachId: BreachId
  key: string
  kind: BreachEventKind
  happenedAt: EpochMs
  receivedAt: EpochMs
  accountId: AccountId | null
  accountName: string
  detail: ColumnType<object, object, never>
}

export interface CorrectionTables {
  breach: BreachTable
  breachDay: BreachDayTable
  breachEvent: BreachEventTable
}
