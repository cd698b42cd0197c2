import { minutes, seconds } from '@coldkeep/domain/time/instant'

/** How much of a server process one caller can have. */
export interface HttpLimits {
  /** Of one account and all its keys, in a minute of the clock. */
  readonly callsPerMinute: number
  /** Of the program for system updates in one box, in a minute of the clock. */
  readonly boxCallsPerMinute: number
  /** Heavy calls that run at once: of all accounts, and of one. */
  readonly heavyRunning: number
  readonly heavyRunningOfOne: number
  /** Heavy calls of one account that wait for their turn; more are refused. */
  readonly heavyWaitingOfOne: number
  /** Files of one account that are made at once while they are sent. */
  readonly filesOfOne: number
  /** A reader of such a file who takes nothing for so long is disconnected. */
  readonly takenWithinMs: number
  /** The head of a request has come by then, and the whole of it, uploads too. */
  readonly headWithinMs: number
  readonly requestWithinMs: number
  /** A body has come by then, and a large one at this pace. */
  readonly bodyWithinMs: number
  readonly bodyBytesPerMs: number
  /** Connections of one address that are open at once; a proxy on the same machine may have any number. */
  readonly connectionsOfOne: number
}

/** People never meet these: a page makes some ten calls, three of them heavy. */
export const httpLimits: HttpLimits = {
  callsPerMinute: 1_200,
  boxCallsPerMinute: 240,
  heavyRunning: 3,
  heavyRunningOfOne: 1,
  heavyWaitingOfOne: 16,
  filesOfOne: 4,
  takenWithinMs: minutes(2),
  headWithinMs: seconds(20),
  requestWithinMs: minutes(6),
  bodyWithinMs: seconds(20),
  bodyBytesPerMs: 64,
  connectionsOfOne: 1_000,
}
