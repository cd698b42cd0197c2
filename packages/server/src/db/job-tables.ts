import type { AccountId, JobId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ColumnType, Generated } from 'kysely'
import type { BundleFault } from './field-tables'

interface JobTable {
  jobId: Generated<JobId>
  kind: string
  /** What is to be done, as its kind keeps that. */
  input: ColumnType<unknown, string, never>
  accountId: AccountId | null
  createdBy: string
  createdAt: EpochMs
  /** Targets of later waves wait; 0: all of them do. */
  openWave: Generated<number>
}

/** `given`: how it stands now is that of its command, or of what its kind notes in `outcome`. */
type JobTargetState = 'waiting' | 'given' | 'unchanged' | 'refused' | 'cancelled'

type Json<Value> = ColumnType<Value | null, string | null | undefined, string | null>
interface JobTargetTable {
  storeId: StoreId
  jobId: JobId
  /** Empty for a store as a whole: while it waits, and where none of its terminals is concerned. */
  terminalId: Generated<TerminalId | ''>
  state: Generated<JobTargetState>
  /** From 1. */
  wave: Generated<number>
  /** How often it was begun. */
  attempts: Generated<number>
  /** When it is looked at again. */
  dueAt: EpochMs
  /** How often its store has put it off. */
  postponed: Generated<number>
  /** Until when its store has put it off. */
  notBefore: Generated<EpochMs | null>
  /** Which it became. */
  commandId: Generated<string | null>
  /** What its kind notes of what it became. */
  outcome: Json<unknown>
  faults: Json<readonly BundleFault[]>
  changedAt: EpochMs
}

export interface JobTables {
  job: JobTable
  jobTarget: JobTargetTable
}
