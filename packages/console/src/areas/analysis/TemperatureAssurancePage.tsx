import {
  insuredDevicesCsv,
  insuredStoresCsv,
  temperatureAssurance,
  temperatureAssurancePageInfo,
} from '@coldkeep/contract/areas/temperature-assurance'
import type { StoreId } from '@coldkeep/domain/ids'
import { Suspense, useState } from 'react'
import { useCall } from '../../api/use-call'
import { AnalysisScreen } from '../../archetypes/analysis/AnalysisScreen'
import { csvReader } from '../../archetypes/analysis/csv-reader'
import { useAnalysisResult } from '../../archetypes/analysis/use-analysis-result'
import { useAnalysisScreen } from '../../archetypes/analysis/use-analysis-screen'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { todayHere } from '../../parts/day-period'
import { ServedTable } from '../../parts/ServedTable'
import { type ServedRow, servedRowKey } from '../../parts/served-table'
import { useAddress } from '../../parts/use-address'
import { useInnerPlace } from '../../site/inner-places'
import { paths } from '../../site/paths'
import { CORRECTIONS } from '../corrections/corrections-tab'
import { StoreAssurance } from './StoreAssurance'

const OpenBreaches = lazily(() => import('../corrections/OpenBreaches'), 'OpenBreaches')
const CorrectionsPage = lazily(() => import('../corrections/CorrectionsPage'), 'CorrectionsPage')

/** How insured stores were kept, or what was done where they were not. */
export function TemperatureAssurancePage() {
  const [{ tab }] = useAddress()
  if (tab === CORRECTIONS)
    return (
      <Suspense fallback={<Skeleton height={320} />}>
        <CorrectionsPage />
      </Suspense>
    )
  return (
    <>
      <Suspense>
        <OpenBreaches />
      </Suspense>
      <Protection />
    </>
  )
}

/** Which insured stores are near their end, how well they were kept, and the proof for one of them. */
function Protection() {
  const screen = useAnalysisScreen(['store', 'day'], useCall(temperatureAssurancePageInfo, {}).data)
  const result = useAnalysisResult(temperatureAssurance, screen.query && { query: screen.query })
  const [parameters] = useAddress()
  const [isChosenNow, setChosenNow] = useState(false)
  const { detail } = result
  const chosen = detail?.table.data.find((row) => servedRowKey(row) === parameters['t1.row'])
  const storeName = chosen && `${chosen.value[0]} ${chosen.value[1]}`
  useInnerPlace(storeName === undefined ? null : { label: storeName, parameters: ['t1.row'], depth: 1 })
  const today = todayHere(new Date())
  const lastDay = screen.period === null || screen.period.last > today ? today : screen.period.last

  return (
    <AnalysisScreen
      screen={screen}
      result={result}
      readCsv={csvReader(insuredStoresCsv, screen.query)}
      tableKey="protection-expiry"
      links={{ store: 1 }}
      tagged={{ table: detail?.deviceTable, name: DEVICE_TABLE }}
      selection={{ of: 'one', onChange: (row) => setChosenNow(row !== null) }}
      below={
        <>
          {storeName !== undefined && chosen?.drill?.storeId !== undefined && (
            <StoreAssurance
              key={chosen.drill.storeId}
              store={Number(chosen.drill.storeId) as StoreId}
              name={storeName}
              day={lastDay}
              takesFocus={isChosenNow}
            />
          )}
          {detail && (
            <ServedTable
              table={detail.deviceTable}
              name={DEVICE_TABLE}
              tableKey="protection-devices"
              hrefOf={deviceHref}
              state={result.isRefreshing ? 'refreshing' : 'ready'}
              readCsv={csvReader(insuredDevicesCsv, screen.query)}
            />
          )}
        </>
      }
    />
  )
}

/** In the address; slices of the first page lead there as well. */
const DEVICE_TABLE = 't3'
const DEVICE_COLUMN = 1

function deviceHref({ drill }: ServedRow, column: number): string | null {
  return column === DEVICE_COLUMN && drill?.deviceId !== undefined ? paths.device(drill.deviceId) : null
}
