import {
  earlyWarnings,
  earlyWarningsCsv,
  earlyWarningsPageInfo,
  warningOfRow,
} from '@coldkeep/contract/areas/health'
import type { WarningVerdict } from '@coldkeep/domain/alarms/warning-outcome'
import { Suspense } from 'react'
import { useCall } from '../../api/use-call'
import { AnalysisScreen } from '../../archetypes/analysis/AnalysisScreen'
import { csvReader } from '../../archetypes/analysis/csv-reader'
import { useAnalysisResult } from '../../archetypes/analysis/use-analysis-result'
import { useAnalysisScreen } from '../../archetypes/analysis/use-analysis-screen'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { type ServedRow, servedRowKey } from '../../parts/served-table'
import { useAddress } from '../../parts/use-address'
import { WarningBacktest } from './WarningBacktest'
import { listOfAddress } from './warning-list'

// where there were warnings, and of the one that is chosen
const VerdictButtons = lazily(() => import('../alarms/VerdictButtons'), 'VerdictButtons')
const WarningProposals = lazily(() => import('./WarningProposals'), 'WarningProposals')
const WarningCurve = lazily(() => import('./WarningCurve'), 'WarningCurve')
const DeviceHealth = lazily(() => import('../devices/DeviceHealth'), 'DeviceHealth')

/** Early warnings by rule and day, what became of each, and around a chosen one the score of its device. */
export function EarlyWarningsPage() {
  const screen = useAnalysisScreen(['store', 'day', 'days'], useCall(earlyWarningsPageInfo, {}).data)
  const [parameters] = useAddress()
  const listed = listOfAddress(parameters)
  const query = screen.query && { ...screen.query, ...listed }
  const result = useAnalysisResult(earlyWarnings, query && { query })
  const chosen = result.detail?.table.data.map(servedRowKey).find((key) => key === parameters['t1.row'])
  const warning = chosen === undefined ? null : warningOfRow(chosen)
  const saysOf = new Map(result.detail?.verdicts.map(({ row, says }) => [row, says]))
  return (
    <AnalysisScreen
      screen={screen}
      result={result}
      readCsv={csvReader(earlyWarningsCsv, query)}
      tableKey="early-warnings"
      links={{ store: 1, device: 2 }}
      selection={{ of: 'one' }}
      rowActions={(row) => <RowVerdict row={row} says={saysOf.get(servedRowKey(row)) ?? null} />}
      aboveTable={
        result.detail &&
        result.detail.backtest.data.length > 0 && (
          <Suspense fallback={<Skeleton height={200} />}>
            {screen.query && <WarningProposals query={screen.query} />}
            <WarningBacktest
              table={result.detail.backtest}
              listed={listed}
              isRefreshing={result.isRefreshing}
            />
          </Suspense>
        )
      }
      below={
        warning && (
          <Suspense fallback={<Skeleton height={320} />}>
            <WarningCurve key={chosen} warning={warning} />
            <DeviceHealth key={warning.deviceId} device={warning.deviceId} />
          </Suspense>
        )
      }
    />
  )
}

/** The verdict on the warning of a row: time, store and device are its first three columns. */
function RowVerdict({ row, says }: { readonly row: ServedRow; readonly says: WarningVerdict | null }) {
  const warning = warningOfRow(servedRowKey(row))
  if (warning === null) return null
  const [, store, device] = row.value
  return (
    <Suspense>
      <VerdictButtons warning={warning} says={says} of={`${store} · ${device}`} look="icons" />
    </Suspense>
  )
}
