import type { WireChart } from '@coldkeep/contract/wire/chart'
import { limitScore } from '@coldkeep/domain/alarms/judged-window'
import { later, minutes } from '@coldkeep/domain/time/instant'
import { formatMinutes } from '@coldkeep/phrases/format'
import { rounded } from '../../wording/columns'
import { instantText } from '../../wording/time-text'
import type { Words } from '../../wording/words'
import type { EarlyWarningRow } from '../health-queries'
import { type ScoreDay, scoreCurve, scorePoints } from './device-health'

export interface WarningCurveFigures {
  readonly warning: EarlyWarningRow
  readonly deviceName: string
  readonly storeName: string
  readonly days: readonly ScoreDay[]
  /** IANA time zone of the store. */
  readonly zone: string
}

/** The score around a warning: the stretch that its rule judged, its limit, when it was raised and when it ended. */
export function presentWarningCurve(figures: WarningCurveFigures, words: Words): WireChart {
  const { warning, days, zone } = figures
  const { translate } = words
  const { kind, raisedAt, clearedAt, judgedMinutes: judged } = warning
  const known = scorePoints(days).filter(({ at }) => at <= raisedAt)
  const limit = limitScore(
    kind,
    warning,
    known.map(({ score }) => score),
  )
  return {
    ...scoreCurve(days, zone, words),
    name: translate('health.warnings.curve', {
      rule: translate(`alarms.kind.${kind}`),
      store: figures.storeName,
      device: figures.deviceName,
    }),
    ...(limit !== null && {
      limits: [{ value: rounded(limit, 1) ?? limit, label: translate('health.warnings.limit') }],
    }),
    bands: [
      {
        from: instantText(later(raisedAt, -minutes(judged))),
        to: instantText(raisedAt),
        label: translate('health.warnings.judged', { length: formatMinutes(translate, judged) }),
      },
    ],
    marks: [
      { at: instantText(raisedAt), label: translate('health.warnings.raisedAt') },
      ...(clearedAt === null
        ? []
        : [{ at: instantText(clearedAt), label: translate('health.warnings.endedAt') }]),
    ],
  }
}
