import { health, healthCsv, healthPageInfo } from '@coldkeep/contract/areas/health'
import { useCall } from '../../api/use-call'
import { AnalysisScreen } from '../../archetypes/analysis/AnalysisScreen'
import { csvReader } from '../../archetypes/analysis/csv-reader'
import { useAnalysisResult } from '../../archetypes/analysis/use-analysis-result'
import { useAnalysisScreen } from '../../archetypes/analysis/use-analysis-screen'

/** How healthy the equipment is, what each device lost its score by, and what that hints at. */
export function FreezerHealthPage() {
  const screen = useAnalysisScreen(['store', 'day'], useCall(healthPageInfo, {}).data)
  const result = useAnalysisResult(health, screen.query && { query: screen.query })
  return (
    <AnalysisScreen
      screen={screen}
      result={result}
      readCsv={csvReader(healthCsv, screen.query)}
      tableKey="freezer-health"
      links={{ store: 0, device: 1 }}
    />
  )
}
