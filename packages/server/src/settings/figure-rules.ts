import { figureSetting } from '@coldkeep/contract/areas/figures'
import {
  completeFigures,
  type FigureGroup,
  type FigureRule,
  figureGroupKeys,
} from '@coldkeep/domain/analysis/figures'
import { insertFigureChoice } from './figure-choice-queries'
import { placedRules } from './placed-rules'
import { ruleTable } from './rule-table-queries'

function rulesOf(figureGroup: FigureGroup) {
  return placedRules<FigureRule>({
    table: ruleTable<FigureRule>(
      'figureRule',
      ({ figures }) => ({ figureGroup, figures: completeFigures(figureGroup, figures) }),
      { figureGroup },
    ),
    fallback: { figureGroup, figures: completeFigures(figureGroup) },
    ...{ wire: figureSetting, kind: 'figures' },
    onChange: (trx, { scope }, rule, changedAt) =>
      insertFigureChoice(trx, { scope, figureGroup, figures: rule?.figures ?? null, changedAt }),
  })
}

/** Figures of our own choice where people chose otherwise, by their groups. */
export const figureRules = Object.fromEntries(
  figureGroupKeys.map((group) => [group, rulesOf(group)]),
) as Readonly<Record<FigureGroup, ReturnType<typeof rulesOf>>>
