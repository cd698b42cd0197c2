import { type AliveMinutes, floorMinute, isAliveAt } from '../points/alive-minutes'
import { fail, ok, type Result } from '../result'
import { type EpochMs, epochMs } from '../time/instant'
import { overlaps, type Period } from '../time/period'

/** When a silent terminal is reported: at this many lost minutes inside a sliding window. */
export interface LossRule {
  /** Length of the window, 1 to 1440. */
  readonly lossPeriodMinutes: number
  /** 1 to the length of the window; with the two equal the rule means "silent for that long". */
  readonly lossThresholdMinutes: number
}
export const DEFAULT_LOSS_RULE: LossRule = { lossPeriodMinutes: 60, lossThresholdMinutes: 30 }

/**
 * What is known of one terminal, as plain numbers so that it can be kept as JSON between runs. Instants are whole
 * minutes in epoch milliseconds.
 */
export interface LossWatch {
  /** Every minute before it has been judged. */
  readonly decidedUpTo: EpochMs
  /** Lost stretches [start, end) of the last 24 hours, in order. */
  readonly lost: readonly (readonly [number, number])[]
  /** Minutes in a row that the terminal has been up. */
  readonly upMinutes: number
  readonly raisedAt: EpochMs | null
}

/** A watch with the rule that it was judged by, where that is not the default. */
export interface KeptWatch extends LossWatch {
  readonly rule?: LossRule
}

/**
 * `at` is the end of the minute that decided it; `firstLostAt` the start of the earliest silence that the window
 * reaches into, which is when the trouble began.
 */
export type LossEvent =
  | { readonly kind: 'raised'; readonly at: EpochMs; readonly firstLostAt: EpochMs }
  | { readonly kind: 'cleared'; readonly at: EpochMs; readonly raisedAt: EpochMs }

export interface LossStep {
  readonly watch: LossWatch
  readonly events: readonly LossEvent[]
}

const MINUTE_MS = 60_000
const MAX_PERIOD_MINUTES = 1440
/** A terminal that comes back must stay for this long (or for the threshold, if shorter) before it counts as back. */
const STEADY_MINUTES = 10
/** Messages stamped in a minute may be under way for this long after it. */
const STRAGGLER_WAIT_MS = 120_000

/** @returns the rule, or which of its numbers is no whole number within its bounds */
export function checkLossRule(
  rule: LossRule,
): Result<LossRule, 'loss_period_range' | 'loss_threshold_range'> {
  const { lossPeriodMinutes: period, lossThresholdMinutes: threshold } = rule
  if (!Number.isInteger(period) || period < 1 || period > MAX_PERIOD_MINUTES) return fail('loss_period_range')
  if (!Number.isInteger(threshold) || threshold < 1 || threshold > period) return fail('loss_threshold_range')
  return ok(rule)
}

/** A terminal of which nothing is known before the minute that holds the instant. */
export function startLossWatch(from: EpochMs): LossWatch {
  return { decidedUpTo: floorMinute(from), lost: [], upMinutes: 0, raisedAt: null }
}

/** Up to where minutes can be judged at an instant: two minutes are left for stragglers. */
export function decidableUpTo(now: EpochMs): EpochMs {
  return floorMinute(epochMs(now - STRAGGLER_WAIT_MS))
}

/**
 * Judges every minute from the position of the watch up to `decidedUpTo`. A minute without a sign of life is
 * lost unless it is excluded; an excluded silent minute counts neither as lost nor as up.
 * Raised at the end of the minute at which the lost minutes of the window reach the threshold. Cleared at the
 * end of the first minute after which the terminal has been up for ten minutes in a row (fewer if the
 * threshold is lower) and the window holds fewer than the threshold.
 * @param alive minutes of the terminal from the position of the watch on; without back-filled ones, since an
 * alarm is about what the server saw
 */
export function stepConnectionLoss(
  watch: LossWatch,
  rule: LossRule,
  alive: AliveMinutes,
  excluded: readonly Period[],
  decidedUpTo: EpochMs,
): LossStep {
  const events: LossEvent[] = []
  let current = watch
  while (current.decidedUpTo + MINUTE_MS <= decidedUpTo) {
    const step = stepMinute(current, rule, stateOfMinute(current.decidedUpTo, alive, excluded))
    current = step.watch
    if (step.event) events.push(step.event)
  }
  return { watch: current, events }
}

type MinuteState = 'up' | 'lost' | 'excluded'

function stateOfMinute(startAt: EpochMs, alive: AliveMinutes, excluded: readonly Period[]): MinuteState {
  if (isAliveAt(alive, startAt)) return 'up'
  const minute = { startAt, endAt: epochMs(startAt + MINUTE_MS) }
  return excluded.some((period) => overlaps(period, minute)) ? 'excluded' : 'lost'
}

function stepMinute(
  watch: LossWatch,
  rule: LossRule,
  state: MinuteState,
): { readonly watch: LossWatch; readonly event: LossEvent | null } {
  const startAt = watch.decidedUpTo
  const endAt = epochMs(startAt + MINUTE_MS)
  const lost = withoutOld(state === 'lost' ? extended(watch.lost, startAt, endAt) : watch.lost, endAt)
  const upMinutes = state === 'lost' ? 0 : watch.upMinutes + (state === 'up' ? 1 : 0)
  const window = countLost(lost, endAt - rule.lossPeriodMinutes * MINUTE_MS)
  const next = { decidedUpTo: endAt, lost, upMinutes, raisedAt: watch.raisedAt }

  if (watch.raisedAt === null) {
    if (window.minutes < rule.lossThresholdMinutes) return { watch: next, event: null }
    const event = { kind: 'raised', at: endAt, firstLostAt: window.firstLostAt } as const
    return { watch: { ...next, raisedAt: endAt }, event }
  }
  const isSteady = upMinutes >= Math.min(STEADY_MINUTES, rule.lossThresholdMinutes)
  if (!isSteady || window.minutes >= rule.lossThresholdMinutes) return { watch: next, event: null }
  const event = { kind: 'cleared', at: endAt, raisedAt: watch.raisedAt } as const
  return { watch: { ...next, raisedAt: null }, event }
}

function extended(lost: LossWatch['lost'], startAt: number, endAt: number): LossWatch['lost'] {
  const last = lost.at(-1)
  if (last && last[1] === startAt) return [...lost.slice(0, -1), [last[0], endAt]]
  return [...lost, [startAt, endAt]]
}

/** Stretches older than the longest window can never count again, under whatever rule. */
function withoutOld(lost: LossWatch['lost'], now: number): LossWatch['lost'] {
  const oldest = now - MAX_PERIOD_MINUTES * MINUTE_MS
  const first = lost[0]
  return first && first[1] <= oldest ? lost.slice(1) : lost
}

function countLost(lost: LossWatch['lost'], windowStart: number): { minutes: number; firstLostAt: EpochMs } {
  const inWindow = lost.filter(([, endAt]) => endAt > windowStart)
  return {
    minutes: inWindow.reduce((sum, [from, to]) => sum + (to - Math.max(from, windowStart)) / MINUTE_MS, 0),
    firstLostAt: epochMs(inWindow[0]?.[0] ?? windowStart),
  }
}
