import type { WireChart } from '@coldkeep/contract/wire/chart'
import type { WarningRule } from '@coldkeep/domain/alarms/early-warning-rules'
import { type EpochMs, epochMs, minutes } from '@coldkeep/domain/time/instant'
import { formatNumber } from '@coldkeep/phrases/format'
import { rounded } from '../../wording/columns'
import { palette } from '../../wording/palette'
import { clockText, instantText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { selectPresentHealth } from '../shown-warning-queries'
import { presentNamedFault } from './named-fault'

const STEP_MS = minutes(10)

/** A score every ten minutes. */
export interface ScoreDay {
  readonly firstAt: EpochMs
  readonly scores: readonly (number | null)[]
}

export interface DeviceHealthFigures {
  readonly present: Awaited<ReturnType<typeof selectPresentHealth>>
  readonly days: readonly ScoreDay[]
  /** IANA time zone of the store. */
  readonly zone: string
  /** Its rule for low scores. */
  readonly threshold: WarningRule
}

export function presentDeviceHealth({ present, days, zone, threshold }: DeviceHealthFigures, words: Words) {
  const { translate } = words
  return {
    score: rounded(present?.score ?? null, 1),
    class: present?.class ? translate(`health.class.${present.class}`) : null,
    scoredAt: present?.scoredAt ?? null,
    reason: present?.noScore ? translate(`health.noScore.${present.noScore}`) : null,
    losses: (present?.losses ?? [])
      .filter(({ points }) => points > 0)
      .map(({ cause, points }) => ({
        title: translate(`health.loss.${cause}`),
        points: rounded(points, 1) ?? 0,
      })),
    unmeasurable: (present?.losses ?? [])
      .filter(({ isUnmeasurable }) => isUnmeasurable)
      .map(({ cause }) => translate(`health.loss.${cause}`)),
    likely: present?.hint ? presentNamedFault({ ...present, hint: present.hint }, words) : null,
    frozenOn: present?.frozenOn ?? null,
    curve: {
      ...scoreCurve(days, zone, words),
      ...(threshold.isEnabled && {
        limits: [{ value: threshold.x, label: translate('alarms.kind.threshold') }],
      }),
    },
  }
}

/** The scores of some days, one after the other. */
export function scoreCurve(
  days: readonly ScoreDay[],
  zone: string,
  { translate, language }: Words,
): WireChart {
  const title = translate('health.score')
  const points = scorePoints(days)
  const known = points.flatMap(({ score }) => score ?? [])
  return {
    type: 'line',
    name: translate('health.curve'),
    axis: [translate('analysis.connection.day'), title],
    data: points.map(({ at, score }) => ({
      label: clockText(zone, at),
      at: instantText(at),
      values: [score],
    })),
    color: [palette.normal],
    legend: [{ value: title, color: palette.normal }],
    decimals: 1,
    summary:
      known.length === 0
        ? translate('shell.words.noData')
        : translate('health.curveSummary', {
            lowest: formatNumber(language, Math.min(...known), { decimals: 1 }),
            last: formatNumber(language, known.at(-1) ?? 0, { decimals: 1 }),
          }),
  }
}

export function scorePoints(days: readonly ScoreDay[]) {
  return days.flatMap(({ firstAt, scores }) =>
    scores.map((score, index) => ({ at: epochMs(firstAt + index * STEP_MS), score })),
  )
}
