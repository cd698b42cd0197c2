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
    t(isWeight(key) ? `settings.figures.weight.${key}` : `settings.figures.name.${key}`)
  const unit = (figure: Figure) => t(`settings.figures.unit.${figure.unit}`)
  const number = ({ step }: Figure, value: number | null) =>
    formatNumber(language, value, { decimals: Number.isInteger(step) ? 0 : 1 })
  const bounds = (figure: Figure) => {
    const range = {
      lowest: number(figure, figure.lowest),
      highest: number(figure, figure.highest),
      step: number(figure, figure.step),
    }
    return figure.below === undefined
      ? t('settings.figures.bounds', range)
      : t('settings.figures.boundsBelow', { ...range, other: name({ key: figure.below }) })
  }
  return {
    name,
    bounds,
    /** What a figure does, and what it may be. */
    help: (figure: Figure) => {
      const { key } = figure
      return isWeight(key) ? bounds(figure) : `${t(`settings.figures.says.${key}`)} ${bounds(figure)}`
    },
    unit,
    number,
    group: (group: FigureGroup) =>
      t(isZoneGroup(group) ? `devices.zone.${group}` : `settings.figures.groups.${group}`),
    /** All figures of a group in a row. */
    row: (group: FigureGroup, values: FigureValues) =>
      figureGroups[group]
        .map((figure) => {
          const value = formatNumber(language, values[figure.key] ?? null, { unit: unit(figure) })
          return `${name(figure)}: ${value}`
        })
        .join(' · '),
    judged: (group: FigureGroup, judged: JudgedClass) => {
      const isScore = judged === 'watch' && group === 'health'
      return t(`settings.figures.judged.${isScore ? 'lower' : judged}`)
    },
  }
}
