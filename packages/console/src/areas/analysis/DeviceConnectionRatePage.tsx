import { connectionRate, connectionRateCsv, connectionRatePageInfo } from '@coldkeep/contract/areas/analysis'
import { useCall } from '../../api/use-call'
import { AnalysisScreen } from '../../archetypes/analysis/AnalysisScreen'
import { csvReader } from '../../archetypes/analysis/csv-reader'
import { useAnalysisResult } from '../../archetypes/analysis/use-analysis-result'
import { useAnalysisScreen } from '../../archetypes/analysis/use-analysis-screen'

/** How much of what was to be read came in, and what kept the rest away. */
export function DeviceConnectionRatePage() {
  const screen = useAnalysisScreen(['day'], useCall(connectionRatePageInfo, {}).data)
  const result = useAnalysisResult(connectionRate, screen.query && { query: screen.query })
  return (
    <AnalysisScreen
      screen={screen}
      result={result}
      readCsv={csvReader(connectionRateCsv, screen.query)}
      tableKey="connection-rate"
      links={{ store: 0, device: 1 }}
      withVendor
    />
  )
}
