import type { JudgedClass } from '@coldkeep/contract/areas/figures'
import {
  type Figure,
  type FigureGroup,
  type FigureValues,
  figureGroups,
  isWeight,
  isZoneGroup,
} from '@coldkeep/domain/analysis/figures'
import { formatNumber } from '@coldkeep/phrases/format'
import { useLanguage, useText } from '../../kit/text'

/** Groups that are spoken of alike: zones are. */
export function kindOfGroup(group: FigureGroup): 'zone' | 'connection' | 'health' | 'insurance' {
  return isZoneGroup(group) ? 'zone' : group
}

/** Groups, figures and what is judged by them, as people read them. */
export function useFigureWords() {
  const t = useText()
  const language = useLanguage()
  const name = ({ key }: Pick<Figure, 'key'>) =>
    t(isWeight(key) ? `health.loss.${key}` : `figures.name.${key}`)
  const unit = (figure: Figure) => t(`figures.unit.${figure.unit}`)
  const number = ({ step }: Figure, value: number | null) =>
    formatNumber(language, value, { decimals: Number.isInteger(step) ? 0 : 1 })
  return {
    name,
    unit,
    number,
    group: (group: FigureGroup) =>
      t(isZoneGroup(group) ? `devices.zone.${group}` : `figures.groups.${group}`),
    says: ({ key }: Figure) => t(isWeight(key) ? 'figures.says.weight' : `figures.says.${key}`),
    bounds: (figure: Figure) => {
      const range = {
        lowest: number(figure, figure.lowest),
        highest: number(figure, figure.highest),
        step: number(figure, figure.step),
      }
      return figure.below === undefined
        ? t('figures.bounds', range)
        : t('figures.boundsBelow', { ...range, other: name({ key: figure.below }) })
    },
    /** All figures of a group in a row. */
    row: (group: FigureGroup, values: FigureValues) =>
      figureGroups[group]
        .map((figure) => {
          const value = formatNumber(language, values[figure.key] ?? null, { unit: unit(figure) })
          return `${name(figure)}: ${value}`
        })
        .join(' · '),
    judged: (group: FigureGroup, judged: JudgedClass) => {
      if (judged === 'active' || judged === 'expiring' || judged === 'expired')
        return t(`protection.expiry.${judged}`)
      if (judged === 'good' || judged === 'fair' || judged === 'poor') return t(`health.class.${judged}`)
      if (judged === 'watch' && kindOfGroup(group) === 'health') return t('health.class.watch')
      return t(`protection.verdict.${judged}`)
    },
  }
}
