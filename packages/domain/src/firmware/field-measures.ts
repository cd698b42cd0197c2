import type { VendorId } from '../ids'

/** Polls of an hour: how many were sent, and how many a device answered as it should. */
export interface PollCounts {
  readonly sent: number
  readonly answered: number
}

/** How a store did in an hour. */
export interface FieldHour {
  /** By device model. */
  readonly polls: ReadonlyMap<string, PollCounts>
  /** The age that 95 of 100 readings had not passed when they arrived; null where that is not known. */
  readonly outboxAgeP95Ms: number | null
  /** Without a connection to the server. */
  readonly minutesLost: number
  /** Starts of the program, that of the update itself left out. */
  readonly restarts: number
  readonly rowsPerMinute: number
}

/** A store before and after an hour in which others, or it, were updated. */
export interface FieldCourse {
  readonly isUpdated: boolean
  readonly hardware: string
  readonly vendorId: VendorId | null
  /** The same number for stores whose hours before and after are the same. */
  readonly hour: number
  readonly before: FieldHour
  readonly after: FieldHour
  /** The hour of `after` on the seven days before; looked at where others are too few, and empty where it is not known. */
  readonly history: readonly FieldHour[]
}

/** What is compared, and in which unit it is worse. */
export type FieldMeasure =
  /** Share of polls. */
  | 'poll_success'
  /** Doublings. */
  | 'outbox_age'
  /** Starts in the hour. */
  | 'restarts'
  /** Minutes of the hour. */
  | 'minutes_lost'
  /** Logarithm of the share of rows. */
  | 'rows'

/** The higher the worse; null where the hour says nothing. */
export type Level = (hour: FieldHour) => number | null

/** By so much the updated stores may be worse. */
export const LIMITS: Readonly<Record<FieldMeasure, number>> = {
  poll_success: 0.02,
  outbox_age: 1,
  restarts: 1,
  minutes_lost: 2,
  /** A twentieth, as a logarithm. */
  rows: -Math.log(0.95),
}

/** Shares and logarithms have no exact form: what is equal is no more. */
export const ROUNDING = 1e-9

/** Worse by more than it may be. */
export function exceeds(measure: FieldMeasure, worse: number): boolean {
  return worse > LIMITS[measure] + ROUNDING
}

/** With fewer stores nothing is compared. */
export const LEAST_UPDATED = 3
export const LEAST_CONTROLS = 10

/**
 * A store that was so much worse than others before is left out: that it recovers, or does not, says nothing about the
 * program. What a store of its size has of rows, and of age, differs too much for that.
 */
export const ILL: Readonly<Partial<Record<FieldMeasure, number>>> = {
  poll_success: 0.1,
  restarts: 3,
  minutes_lost: 10,
}

/** Fewer polls of an hour say nothing about two points. */
const LEAST_POLLS = 30
/** Messages wait about so long in an outbox that is well: what is doubled below is not worth a word. */
const USUAL_AGE_MS = 30_000
/** Far below what any store sends. */
const FEW_ROWS = 0.01

/** The share of polls that failed. @param isCounted which device models count */
export function failedPolls(isCounted: (model: string) => boolean): Level {
  return ({ polls }) => {
    let sent = 0
    let answered = 0
    for (const [model, counts] of polls)
      if (isCounted(model)) {
        sent += counts.sent
        answered += counts.answered
      }
    return sent < LEAST_POLLS ? null : 1 - answered / sent
  }
}

export const outboxAge: Level = ({ outboxAgeP95Ms }) =>
  outboxAgeP95Ms === null ? null : Math.log2(outboxAgeP95Ms + USUAL_AGE_MS)
export const restarts: Level = (hour) => hour.restarts
export const minutesLost: Level = (hour) => hour.minutesLost
/** The logarithm, so that a difference is a share; of no rows too. */
export const fewerRows: Level = ({ rowsPerMinute }) => -Math.log(rowsPerMinute + FEW_ROWS)
