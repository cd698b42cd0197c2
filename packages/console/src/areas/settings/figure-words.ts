import {
  type Figure,
  type FigureGroup,
  type FigureValues,
  figureGroups,
} from '@coldkeep/domain/analysis/figures'
import { formatNumber } from '@coldkeep/phrases/format'
import { useLanguage, useText } from '../../kit/text'

/** What groups of figures are called. */
export function useGroupWords(): (group: FigureGroup) => string {
  const t = useText()
  return (group) => t(`devices.zone.${group}`)
}

/** A figure as people read it. */
export function useFigureWords() {
  const t = useText()
  const language = useLanguage()
  const unit = (figure: Figure) => t(`figures.unit.${figure.unit}`)
  const number = ({ step }: Figure, value: number | null) =>
    formatNumber(language, value, { decimals: Number.isInteger(step) ? 0 : 1 })
  return {
    unit,
    number,
    bounds: (figure: Figure) =>
      t('figures.bounds', {
        lowest: number(figure, figure.lowest),
        highest: number(figure, figure.highest),
        step: number(figure, figure.step),
      }),
    /** All figures of a group in a row. */
    row: (group: FigureGroup, values: FigureValues) =>
      figureGroups[group]
        .map((figure) => {
          const value = formatNumber(language, values[figure.key] ?? null, { unit: unit(figure) })
          return `${t(`figures.name.${figure.key}`)}: ${value}`
        })
        .join(' · '),
  }
}
