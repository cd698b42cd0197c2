import type { UsualScores } from '@coldkeep/domain/alarms/early-warning'
import {
  type WarningRule,
  type WarningRules,
  warningKinds,
} from '@coldkeep/domain/alarms/early-warning-rules'
import { judgedMinutes } from '@coldkeep/domain/alarms/judged-window'
import { FOLLOWED_WITHIN_DAYS, followedAt, outcomeOfWarning } from '@coldkeep/domain/alarms/warning-outcome'
import { type DecidedWarning, proposePoints } from '@coldkeep/domain/alarms/warning-proposal'
import { reachOf } from '@coldkeep/domain/alarms/warning-reach'
import { groupBy } from '@coldkeep/domain/group-by'
import { days, type EpochMs, epochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import type { WarningOfPeriod } from './shown-warning-queries'
import { type DeviceStretch, selectScoresOf, selectUsualScores } from './warning-course-queries'
import { factsOf } from './words/warning-backtest'

/** Of each rule the newest so many decided warnings are gone over again. */
const MOST_TRIED = 100
const STEP_MS = minutes(10)
/** Before what a rule looks at: the smoothed score there looks back an hour itself. */
const SMOOTHING_MS = hours(1)

/** Proposes points for each rule of a place from its warnings, whose scores are gone over again. */
export async function proposeAll(
  db: Db,
  rules: WarningRules,
  warnings: readonly WarningOfPeriod[],
  now: EpochMs,
) {
  const tried = warningKinds.flatMap((kind) =>
    warnings
      .filter((warning) => warning.kind === kind && outcomeOfWarning(factsOf(warning), now) !== 'undecided')
      .sort((a, b) => b.raisedAt - a.raisedAt)
      .slice(0, MOST_TRIED),
  )
  const stretches = tried.map((warning) => stretchOf(warning, rules[warning.kind], now))
  const [scored, known] = await Promise.all([selectScoresOf(db, stretches), selectUsualScores(db, tried)])
  const usualOf = new Map(known.map((one) => [one.deviceId, one]))
  const daysOf = groupBy(scored, ({ position }) => position)
  const decided = tried.map((warning, index): DecidedWarning | null => {
    const stretch = stretches[index]
    const usual = usualOf.get(warning.deviceId)
    if (stretch === undefined || usual === undefined) return null
    const course = courseOf(warning, stretch, daysOf.get(index + 1) ?? [], usual)
    const reach = reachOf(warning.kind, rules[warning.kind], course)
    const cameTrue = outcomeOfWarning(factsOf(warning), now) === 'came_true'
    return reach === null ? null : { cameTrue, reach }
  })
  return warningKinds.map((kind) => {
    const own = decided.filter((one, index) => one !== null && tried[index]?.kind === kind)
    const present = rules[kind].x
    return { kind, present, ...proposePoints(kind, present, own as DecidedWarning[]) }
  })
}

/** From what the rule looked at until the warning ended, what it warned of happened, or two weeks are over. */
function stretchOf(warning: WarningOfPeriod, rule: WarningRule, now: EpochMs): DeviceStretch {
  const { storeId, deviceId, kind, raisedAt, clearedAt } = warning
  const ends = [clearedAt ?? now, followedAt(factsOf(warning)) ?? now, raisedAt + days(FOLLOWED_WITHIN_DAYS)]
  const from = later(raisedAt, -minutes(judgedMinutes(kind, rule)) - SMOOTHING_MS)
  return { storeId, deviceId, from, to: epochMs(Math.max(raisedAt, Math.min(...ends))) }
}

function courseOf(
  { raisedAt }: WarningOfPeriod,
  { from, to }: DeviceStretch,
  scored: Awaited<ReturnType<typeof selectScoresOf>>,
  usual: UsualScores,
) {
  const raisedIndex = Math.round((raisedAt - from) / STEP_MS)
  const scores: (number | null)[] = Array.from({ length: Math.floor((to - from) / STEP_MS) + 1 }, () => null)
  for (const { firstAt, scores: ofDay } of scored) {
    const first = Math.round((firstAt - from) / STEP_MS)
    for (const [step, score] of ofDay.entries())
      if (first + step >= 0 && first + step < scores.length) scores[first + step] = score
  }
  return { scores, raisedIndex, usual }
}
