import { operation, operationCsv, operationPageInfo } from '@coldkeep/contract/areas/operation'
import { useCall } from '../../api/use-call'
import { AnalysisScreen } from '../../archetypes/analysis/AnalysisScreen'
import { csvReader } from '../../archetypes/analysis/csv-reader'
import { useAnalysisResult } from '../../archetypes/analysis/use-analysis-result'
import { useAnalysisScreen } from '../../archetypes/analysis/use-analysis-screen'

/** What the equipment did: time by state, compressor runs, defrosts and doors. */
export function OperationPage() {
  const screen = useAnalysisScreen(['store', 'day'], useCall(operationPageInfo, {}).data)
  const result = useAnalysisResult(operation, screen.query && { query: screen.query })
  return (
    <AnalysisScreen
      screen={screen}
      result={result}
      readCsv={csvReader(operationCsv, screen.query)}
      tableKey="operation"
      links={{ store: 0, device: 1 }}
    />
  )
}
