import type { PageKey } from '@coldkeep/domain/access/page-key'
import type { Clock, EpochMs } from '@coldkeep/domain/time/instant'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import type { Logger } from 'pino'
import type * as z from 'zod/mini'
import type { SignedIn } from '../access/signed-in'
import type { Db, Trx } from '../db/connect'

/** What a kind is given to make a file. */
export interface Making<Input> {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly input: Input
  /** Who ordered it, with the rights of this moment. */
  readonly user: SignedIn
  readonly language: Language
  readonly translate: Translate
  /** Aborted when the file is no longer needed, and when this process ends. */
  readonly signal: AbortSignal
  /** How far it is, in any unit; costs nothing, so it may be called often. */
  report(done: number, total: number): void
}

export interface MadeFile {
  /** As people get it; what a file system cannot hold is replaced. */
  readonly name: string
  readonly mediaType: string
  /** Read once and written to the disk as it comes. Nothing is kept when it throws. */
  readonly content: AsyncIterable<Uint8Array | string>
}

/** One kind of file that can be ordered. */
export interface DownloadKind<Input> {
  /** Who orders and fetches it. */
  readonly page: PageKey
  /** How an order is kept in its row; reads what an older version of the program wrote, too. */
  readonly input: z.ZodMiniType<Input>
  /**
   * Asked when it is ordered, when it is made and whenever it is fetched.
   * @throws Problem what the caller may not have
   */
  check(db: Db, user: SignedIn, input: Input): Promise<void>
  /** Starts what an order needs; returns what is stored of the order. Called for each order, in its transaction. */
  begin?(trx: Trx, user: SignedIn, input: Input, now: EpochMs): Promise<Input>
  /** Cancels what was started, as far as possible. */
  cancel?(trx: Trx, input: Input, now: EpochMs): Promise<void>
  /**
   * Begins a file; may be called again for the same order after a stop.
   * @throws NotYet where something has to happen first; Problem where there will be no file
   */
  make(making: Making<Input>): Promise<MadeFile>
}

/** The kinds by their names, which are stored in the rows of orders. */
export type DownloadKinds = Readonly<Record<string, DownloadKind<unknown>>>

/** Puts a kind among others: what it wants is read with its own schema before it is handed to it. */
export function anyKind<Input>(kind: DownloadKind<Input>): DownloadKind<unknown> {
  return kind as DownloadKind<unknown>
}

/** The order is put back and begun once more after a while, as often as it takes. */
export class NotYet extends Error {
  readonly waitMs: number

  constructor(waitMs: number) {
    super('not yet')
    this.waitMs = waitMs
  }
}
