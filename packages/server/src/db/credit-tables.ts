import type {
  AccountId,
  CreditApplicationId,
  CreditEntryId,
  CreditGrantId,
  DepartmentId,
  StoreId,
} from '@coldkeep/domain/ids'
import type {
  ApplicationState,
  CreditCause,
  CreditEntryKind,
  CreditStep,
} from '@coldkeep/domain/service-points/entry'
import type { CreditPlace } from '@coldkeep/domain/service-points/legs'
import type { PriceList, ServiceId, Subservice } from '@coldkeep/domain/service-points/service'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { ColumnType, Generated } from 'kysely'

/** The top department whose points they are. */
interface OfChain {
  chainId: DepartmentId
}

interface CreditBalanceTable extends OfChain {
  subservice: Subservice
  free: Generated<number>
  held: Generated<number>
  spent: Generated<number>
  owed: Generated<number>
}

/** What an entry says beside its numbers. */
export interface CreditDetail {
  /** What it was about: a terminal, a session. */
  readonly terminalId?: string
  /** The serial number of a box. */
  readonly serial?: string
  readonly beganAt?: number
  readonly endedAt?: number
  readonly reason?: string
}

interface CreditEntryTable extends OfChain {
  creditEntryId: Generated<CreditEntryId>
  kind: CreditEntryKind
  causeKind: CreditCause['kind']
  causeId: string
  step: CreditStep
  serviceId: ServiceId
  subservice: Subservice
  storeId: StoreId | null
  storeName: string
  departmentId: DepartmentId
  points: number
  owed: number
  at: EpochMs
  accountId: AccountId | null
  accountName: string
  detail: ColumnType<CreditDetail, string, never>
}

interface CreditLegTable extends OfChain {
  creditEntryId: CreditEntryId
  number: number
  place: CreditPlace
  creditGrantId: CreditGrantId | null
  points: number
}

interface CreditGrantTable extends OfChain {
  creditGrantId: Generated<CreditGrantId>
  subservice: Subservice
  points: number
  leftPoints: number
  createdAt: EpochMs
  expiresAt: EpochMs
  endedAt: Generated<EpochMs | null>
  endedBy: Generated<'expire' | 'void' | null>
}

interface CreditHoldTable extends OfChain {
  causeKind: CreditCause['kind']
  causeId: string
  creditEntryId: CreditEntryId
  until: EpochMs
}

interface CreditMonthTable extends OfChain {
  month: LocalDate
  departmentId: DepartmentId
  storeId: StoreId
  subservice: Subservice
  granted: Generated<number>
  used: Generated<number>
  corrected: Generated<number>
  lapsed: Generated<number>
}

interface CreditRuleTable extends OfChain {
  prices: ColumnType<PriceList, string, string>
  mayOwe: boolean
  revision: number
  changedAt: EpochMs
  changedBy: string
}

interface CreditApplicationTable extends OfChain {
  creditApplicationId: Generated<CreditApplicationId>
  departmentId: DepartmentId
  departmentName: string
  company: string
  contact: string
  phone: string
  subservice: Subservice
  points: number
  state: ApplicationState
  accountId: AccountId
  accountName: string
  requestedAt: EpochMs
  decidedAt: Generated<EpochMs | null>
  decidedBy: Generated<string | null>
  reason: Generated<string>
  expiresAt: Generated<EpochMs | null>
}

export interface CreditTables {
  creditApplication: CreditApplicationTable
  creditBalance: CreditBalanceTable
  creditEntry: CreditEntryTable
  creditGrant: CreditGrantTable
  creditHold: CreditHoldTable
  creditLeg: CreditLegTable
  creditMonth: CreditMonthTable
  creditRule: CreditRuleTable
}
