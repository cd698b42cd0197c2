import { energyComparison, energyComparisonCsv } from '@coldkeep/contract/areas/electricity'
import { AnalysisScreen } from '../../archetypes/analysis/AnalysisScreen'
import { csvReader } from '../../archetypes/analysis/csv-reader'
import { useAnalysisResult } from '../../archetypes/analysis/use-analysis-result'
import { useAnalysisScreen } from '../../archetypes/analysis/use-analysis-screen'
import { useText } from '../../kit/text'

/** In percent; the page has no choice of it. */
const LOW_POWER_FACTOR = 80

/** Energy of each store against the period before and the same one a year ago. */
export function EnergyComparisonPage() {
  const t = useText()
  const screen = useAnalysisScreen(['store'], undefined)
  const query = screen.query && { ...screen.query, lowPowerFactorPercent: LOW_POWER_FACTOR }
  const result = useAnalysisResult(energyComparison, query && { query })
  return (
    <AnalysisScreen
      screen={screen}
      result={result}
      readCsv={csvReader(energyComparisonCsv, query)}
      tableKey="energy-comparison"
      links={{ store: 0 }}
      note={t('overview.lowPowerFactor', { percent: LOW_POWER_FACTOR })}
    />
  )
}
