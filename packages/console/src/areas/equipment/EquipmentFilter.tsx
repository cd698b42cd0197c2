import { ANY_FRIDGE, equipmentOrders, equipmentStates } from '@coldkeep/contract/areas/equipment'
import { deviceTypes, temperatureZones } from '@coldkeep/domain/organisation/device'
import { useMemo } from 'react'
import { CheckField } from '../../kit/field/CheckField'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import { PlaceFilter, usePlace } from '../../parts/PlaceFilter'
import { useAddress } from '../../parts/use-address'
import styles from './equipment.module.css'

/** In the address. */
export const TABLE = 't1'
const PAGE = `${TABLE}.page`
const ALL = 'all' as const
const NO_ZONE = 'none' as const
const UNSAID = 'unsaid' as const
const noFilters = { dep: undefined, store: undefined, type: undefined, zone: undefined, state: undefined }

/** Which devices are listed; kept in the address. */
export function EquipmentFilter() {
  const t = useText()
  const [, changeAddress] = useAddress()
  const { query } = useEquipmentFilter()
  const choose = (name: 'type' | 'zone' | 'state') => (next: string | null) =>
    changeAddress({ [name]: next === null || next === ALL ? undefined : next, [PAGE]: undefined })
  return (
    <PlaceFilter page={PAGE}>
      <SelectField
        label={t('devices.page.type')}
        value={query.type}
        choices={[
          { value: ALL, label: t('equipment.allTypes') },
          ...deviceTypes.map((type) => ({ value: type, label: t(`devices.type.${type}`) })),
        ]}
        onChange={choose('type')}
      />
      <SelectField
        label={t('devices.page.zone')}
        value={query.zone}
        choices={[
          { value: ALL, label: t('equipment.allZones') },
          ...temperatureZones.map((zone) => ({ value: zone, label: t(`devices.zone.${zone}`) })),
          { value: NO_ZONE, label: t('equipment.noZone') },
          { value: UNSAID, label: t('equipment.zoneUnsaid') },
        ]}
        onChange={choose('zone')}
      />
      <SelectField
        label={t('terminals.stateTitle')}
        value={query.state}
        choices={[
          { value: ALL, label: t('equipment.allStates') },
          ...equipmentStates.toReversed().map((state) => ({
            value: state,
            label: t(`equipment.state.${state}`),
          })),
        ]}
        onChange={choose('state')}
      />
      <div className={styles.check}>
        <CheckField
          label={t('equipment.withRetired')}
          checked={query.retired === 'with'}
          onChange={(isWith) => changeAddress({ retired: isWith ? 'with' : undefined, [PAGE]: undefined })}
        />
      </div>
    </PlaceFilter>
  )
}

/** What the filter selects. */
export function useEquipmentFilter() {
  const [parameters, changeAddress] = useAddress()
  const { departmentId, storeId } = usePlace()
  const type = deviceTypes.find((one) => one === parameters.type) ?? ALL
  const zone = [...temperatureZones, NO_ZONE, UNSAID].find((one) => one === parameters.zone) ?? ALL
  const state = equipmentStates.find((one) => one === parameters.state) ?? ALL
  const retired = parameters.retired === 'with' ? ('with' as const) : ('without' as const)
  return useMemo(
    () => ({
      query: { ...ANY_FRIDGE, departmentId, storeId, type, zone, state, retired },
      served: {
        sorts: equipmentOrders,
        isFiltered:
          departmentId !== null || storeId !== null || [type, zone, state].some((one) => one !== ALL),
        onClear: () => changeAddress({ ...noFilters, [PAGE]: undefined }),
      },
    }),
    [departmentId, storeId, type, zone, state, retired, changeAddress],
  )
}
