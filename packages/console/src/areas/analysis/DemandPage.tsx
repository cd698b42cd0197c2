import { demand, demandCsv, demandPageInfo } from '@coldkeep/contract/areas/electricity'
import { useCall } from '../../api/use-call'
import { AnalysisScreen } from '../../archetypes/analysis/AnalysisScreen'
import { csvReader } from '../../archetypes/analysis/csv-reader'
import { useAnalysisResult } from '../../archetypes/analysis/use-analysis-result'
import { useAnalysisScreen } from '../../archetypes/analysis/use-analysis-screen'

/** Demand against the contract: interval by interval for one store, store by store for many. */
export function DemandPage() {
  const screen = useAnalysisScreen(['store', 'day'], useCall(demandPageInfo, {}).data)
  const result = useAnalysisResult(demand, screen.query && { query: screen.query })
  return (
    <AnalysisScreen
      screen={screen}
      result={result}
      readCsv={csvReader(demandCsv, screen.query)}
      tableKey="demand"
      links={{ store: 0 }}
    />
  )
}
