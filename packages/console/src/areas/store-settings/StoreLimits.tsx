import { getFigureSettings } from '@coldkeep/contract/areas/figures'
import type { SettingsDevice } from '@coldkeep/contract/areas/store-settings'
import type { ChosenFigures } from '@coldkeep/domain/analysis/figures'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { useCall } from '../../api/use-call'
import { LimitTable } from './LimitTable'
import { ScriptLimits } from './ScriptLimits'

/** The limits that hold at a store: those of its zones, and what scripts have brought instead. */
export function StoreLimits(props: {
  readonly devices: readonly SettingsDevice[]
  readonly country: string
  readonly departmentId: DepartmentId | null
  /** `null`: it is new. */
  readonly storeId: StoreId | null
}) {
  const { devices, country, departmentId, storeId } = props
  const query = storeId === null ? { departmentId, storeId } : { departmentId: null, storeId }
  const isPlaced = storeId !== null || departmentId !== null
  const { data } = useCall(getFigureSettings, isPlaced ? { query } : null, { quiet: true })
  const chosen: ChosenFigures = Object.fromEntries(
    (data?.settings ?? []).map(({ figureGroup, figures }) => [figureGroup, figures]),
  )
  return (
    <>
      <LimitTable devices={devices} country={country} chosen={chosen} />
      {storeId !== null && <ScriptLimits storeId={storeId} />}
    </>
  )
}
