import { earlyWarnings, earlyWarningsPageInfo } from '@coldkeep/contract/areas/health'
import type { DeviceId } from '@coldkeep/domain/ids'
import { useCall } from '../../api/use-call'
import { AnalysisScreen } from '../../archetypes/AnalysisScreen'
import { useAnalysisResult } from '../../archetypes/use-analysis-result'
import { useAnalysisScreen } from '../../archetypes/use-analysis-screen'
import { servedRowKey } from '../../parts/served-table'
import { useAddress } from '../../parts/use-address'
import { DeviceHealth } from '../devices/DeviceHealth'

/** Early warnings by rule and day, what became of each, and the score of the device behind a chosen one. */
export function EarlyWarningsPage() {
  const screen = useAnalysisScreen(['store', 'day'], useCall(earlyWarningsPageInfo, {}).data)
  const result = useAnalysisResult(earlyWarnings, screen.query && { query: screen.query })
  const [parameters] = useAddress()
  const chosen = result.detail?.table.data.find((row) => servedRowKey(row) === parameters['t1.row'])
  const device = chosen?.drill?.device
  return (
    <AnalysisScreen
      screen={screen}
      result={result}
      tableKey="early-warnings"
      links={{ store: 0, device: 1 }}
      onSelectRow={() => {}}
      below={device !== undefined && <DeviceHealth key={device} device={Number(device) as DeviceId} />}
    />
  )
}
