import type { WireTable } from '@coldkeep/contract/wire/table'
import { type WarningKind, warningKinds } from '@coldkeep/domain/alarms/early-warning-rules'
import { testWarnings } from '@coldkeep/domain/alarms/warning-backtest'
import type { WarningFacts } from '@coldkeep/domain/alarms/warning-outcome'
import { groupBy } from '@coldkeep/domain/group-by'
import type { DeviceModelId } from '@coldkeep/domain/ids'
import { days, type EpochMs } from '@coldkeep/domain/time/instant'
import { numberColumn, percentColumn, rounded, textColumn } from '../../wording/columns'
import type { Words } from '../../wording/words'
import type { WarningOfPeriod } from '../shown-warning-queries'

interface BacktestFigures {
  readonly warnings: readonly WarningOfPeriod[]
  readonly now: EpochMs
}

/** What became of the warnings of each rule that raised any, and below it of those of each device model. */
export function backtestTable({ warnings, now }: BacktestFigures, { translate }: Words): WireTable {
  const row = (kind: WarningKind, model: string, name: string, some: readonly WarningOfPeriod[]) => {
    const tested = testWarnings(some.map(factsOf), now)
    const { precision, medianLeadMs } = tested
    const percent = (share: number | undefined) => rounded(share === undefined ? null : 100 * share, 1)
    return {
      id: `${kind}/${model}`,
      value: [
        translate(`alarms.kind.${kind}`),
        name,
        tested.warnings,
        tested.cameTrue,
        tested.false,
        tested.undecided,
        percent(precision?.share),
        percent(precision?.interval.low),
        percent(precision?.interval.high),
        medianLeadMs === null ? null : rounded(medianLeadMs / days(1), 1),
      ],
    }
  }
  return {
    title: translate('health.backtest.table'),
    header: [
      textColumn(translate('health.warnings.rule')),
      textColumn(translate('health.backtest.model')),
      numberColumn(translate('health.backtest.warnings'), 0),
      numberColumn(translate('health.warnings.outcome.came_true'), 0),
      numberColumn(translate('health.warnings.outcome.false'), 0),
      numberColumn(translate('health.warnings.outcome.undecided'), 0),
      percentColumn(translate('health.backtest.precision')),
      percentColumn(translate('health.backtest.low')),
      percentColumn(translate('health.backtest.high')),
      numberColumn(translate('health.backtest.lead'), 1),
    ],
    data: warningKinds.flatMap((kind) => {
      const ofRule = warnings.filter((warning) => warning.kind === kind)
      if (ofRule.length === 0) return []
      const models = [...groupBy(ofRule, ({ deviceModelId }) => deviceModelId)]
        .map(([id, some]) => ({ id, some, name: nameOf(some) }))
        .sort((a, b) => b.some.length - a.some.length || (a.name < b.name ? -1 : 1))
      return [
        row(kind, 'all', translate('health.backtest.all'), ofRule),
        ...models.map(({ id, some, name }: NamedModel) => row(kind, String(id), name, some)),
      ]
    }),
    pageSize: PAGE_SIZE,
    filterIndex: 0,
  }
}

const PAGE_SIZE = 10

interface NamedModel {
  readonly id: DeviceModelId
  readonly some: readonly WarningOfPeriod[]
  readonly name: string
}

function nameOf([first]: readonly WarningOfPeriod[]): string {
  return first === undefined ? '' : `${first.brand} ${first.model}`
}

/** What decides whether a warning came true. */
export function factsOf({ given, ...facts }: WarningOfPeriod): WarningFacts {
  return { ...facts, verdict: given?.says ?? null }
}
