import type { SettingsDevice } from '@coldkeep/contract/areas/store-settings'
import type { StoreId } from '@coldkeep/domain/ids'
import { LimitTable } from './LimitTable'
import { ScriptLimits } from './ScriptLimits'

/** The limits that hold at a store: those of its zones, and what scripts have brought instead. */
export function StoreLimits(props: {
  readonly devices: readonly SettingsDevice[]
  readonly country: string
  /** `null`: it is new. */
  readonly storeId: StoreId | null
}) {
  const { devices, country, storeId } = props
  return (
    <>
      <LimitTable devices={devices} country={country} />
      {storeId !== null && <ScriptLimits storeId={storeId} />}
    </>
  )
}
