import type { StoreConsent } from '@coldkeep/domain/firmware/store-window'
import type { JobId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type * as z from 'zod/mini'
import type { Actor } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import type { BundleFault } from '../db/field-tables'

/** What a job is for: a store, or one terminal of it. */
export interface JobPlace {
  readonly storeId: StoreId
  /** Empty for the store as a whole. */
  readonly terminalId: TerminalId | ''
  /** From 1: begun when that wave is open. Left out: with the first. */
  readonly wave?: number
}

/** A target whose turn has come. */
interface JobTarget extends JobPlace, StoreConsent {
  readonly jobId: JobId
  /** Who started the job. */
  readonly by: Actor
  readonly now: EpochMs
}

/** What became of a target, or of one of the terminals of a store that it concerned. */
export interface TargetResult {
  readonly terminalId: TerminalId | ''
  /**
   * `given`: it is on its way, and has from now on the state of what it became; `unchanged`: there was nothing
   * to do.
   */
  readonly state: 'given' | 'unchanged'
  /** The command that it became. */
  readonly commandId?: string
  /** What it became besides a command, as the kind reads it again. */
  readonly outcome?: object | undefined
  /** What was left out of it. */
  readonly faults?: readonly BundleFault[] | undefined
}

/** Gives up the transaction of a target: nothing is changed, and the faults are stored with the target. */
export class TargetRefused extends Error {
  readonly faults: readonly BundleFault[]
  constructor(faults: readonly BundleFault[]) {
    super('a target cannot be served')
    this.faults = faults
  }
}

/** Gives up the transaction of a target, whose turn comes again at that time; no attempt is counted. */
export class TargetPostponed extends Error {
  readonly until: EpochMs
  constructor(until: EpochMs) {
    super('a target waits')
    this.until = until
  }
}

/** Begins one target in its transaction. @throws TargetRefused with all that is in the way, TargetPostponed */
export type BeginTarget = (trx: Trx, target: JobTarget) => Promise<readonly TargetResult[]>

/** One kind of work for many stores or terminals. */
export interface JobKind<Input> {
  /** How a job is kept in its row; reads what an older version of the program wrote, too. */
  readonly input: z.ZodMiniType<Input>
  /** Reads what all targets of a job share, once for those that are begun in a row. */
  open(db: Db, input: Input): Promise<BeginTarget>
}

/** The kinds by their names, which are stored in the rows of jobs. */
export type JobKinds = Readonly<Record<string, JobKind<unknown>>>

/** Puts a kind among others: what it wants is read with its own schema before it is handed to it. */
export function anyJob<Input>(kind: JobKind<Input>): JobKind<unknown> {
  return kind as JobKind<unknown>
}
