import { earlyWarnings, earlyWarningsPageInfo, warningOfRow } from '@coldkeep/contract/areas/health'
import { useCall } from '../../api/use-call'
import { AnalysisScreen } from '../../archetypes/analysis/AnalysisScreen'
import { useAnalysisResult } from '../../archetypes/analysis/use-analysis-result'
import { useAnalysisScreen } from '../../archetypes/analysis/use-analysis-screen'
import { servedRowKey } from '../../parts/served-table'
import { useAddress } from '../../parts/use-address'
import { DeviceHealth } from '../devices/DeviceHealth'
import { WarningCurve } from './WarningCurve'

/** Early warnings by rule and day, what became of each, and around a chosen one the score of its device. */
export function EarlyWarningsPage() {
  const screen = useAnalysisScreen(['store', 'day'], useCall(earlyWarningsPageInfo, {}).data)
  const result = useAnalysisResult(earlyWarnings, screen.query && { query: screen.query })
  const [parameters] = useAddress()
  const chosen = result.detail?.table.data.map(servedRowKey).find((key) => key === parameters['t1.row'])
  const warning = chosen === undefined ? null : warningOfRow(chosen)
  return (
    <AnalysisScreen
      screen={screen}
      result={result}
      tableKey="early-warnings"
      links={{ store: 1, device: 2 }}
      selection={{ of: 'one' }}
      below={
        warning && (
          <>
            <WarningCurve key={chosen} warning={warning} />
            <DeviceHealth key={warning.deviceId} device={warning.deviceId} />
          </>
        )
      }
    />
  )
}
