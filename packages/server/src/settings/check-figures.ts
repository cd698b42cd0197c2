import { Problem } from '@coldkeep/contract/problem'
import { type FigureGroup, type FigureValues, figureFaults } from '@coldkeep/domain/analysis/figures'

/** @throws Problem `request.malformed` with the figures that are wrong */
export function checkFigures(figureGroup: FigureGroup, figures: FigureValues): void {
  const faults = Object.entries(figureFaults(figureGroup, figures))
  if (faults.length === 0) return
  throw new Problem(
    'request.malformed',
    {},
    Object.fromEntries(faults.map(([key, fault]) => [`figures.${key}`, fault])),
  )
}
