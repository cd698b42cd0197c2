import type { ScreenEnd } from '@coldkeep/contract/areas/screens'
import type { ScreenMode } from '@coldkeep/contract/mqtt/screen-tunnel'
import type { AccountId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Generated } from 'kysely'

interface ScreenSessionTable {
  storeId: StoreId
  screenSessionId: string
  terminalId: TerminalId
  accountId: AccountId
  accountName: string
  mode: ScreenMode
  commandId: string
  requestedAt: EpochMs
  connectedAt: EpochMs | null
  seenAt: EpochMs
  endedAt: EpochMs | null
  endedReason: ScreenEnd | null
  endedDetail: string | null
  clicks: Generated<number>
  keys: Generated<number>
  width: number | null
  height: number | null
}

interface ScreenWatchTable {
  storeId: StoreId
  screenSessionId: string
  accountId: AccountId
  accountName: string
  since: EpochMs
}

interface ScreenSegmentTable {
  storeId: StoreId
  screenSessionId: string
  number: number
  fromMs: number
  toMs: number
  sha256: Uint8Array
  chain: Uint8Array
  bytes: number
  rawBytes: number
  recordedAt: EpochMs
  removedAt: EpochMs | null
}

export interface ScreenTables {
  screenSession: ScreenSessionTable
  screenWatch: ScreenWatchTable
  screenSegment: ScreenSegmentTable
}
