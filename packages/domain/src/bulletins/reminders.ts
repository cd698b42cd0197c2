import { days, type EpochMs, hours, later } from '../time/instant'

/** Of one message, by itself and by hand together. */
const MOST_REMINDERS = 3
/** So that whoever is reminded at noon can be reminded at noon of the next day. */
const APART_MS = hours(20)

/** What was done about those who are missing. */
export interface Reminded {
  readonly reminders: number
  readonly sentAt: EpochMs
  /** The last time; `null`: not yet. */
  readonly remindedAt: EpochMs | null
}

/** When people can be reminded again; `null`: not any more. */
export function nextReminder({ reminders, sentAt, remindedAt }: Reminded): EpochMs | null {
  if (reminders >= MOST_REMINDERS) return null
  return remindedAt === null ? sentAt : later(remindedAt, APART_MS)
}

/** Before a deadline, at it, and after it. */
const AROUND_DEADLINE_MS = [-days(1), 0, days(1)]

/**
 * When people are reminded by themselves the next time: a day before the deadline, at it, and a day after it, as far as that
 * is allowed.
 * @returns `null`: not any more
 */
export function nextOwnReminder(deadlineAt: EpochMs | null, reminded: Reminded): EpochMs | null {
  const from = nextReminder(reminded)
  if (deadlineAt === null || from === null) return null
  const after = reminded.remindedAt ?? reminded.sentAt
  const next = AROUND_DEADLINE_MS.map((ms) => later(deadlineAt, ms)).find((at) => at > after && at >= from)
  return next ?? null
}
