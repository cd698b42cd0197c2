import { ANY_FRIDGE, listEquipment } from '@coldkeep/contract/areas/equipment'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { useCall } from '../../api/use-call'
import type { Choice } from '../../kit/field/SelectField'

/** More than a store has. */
const MOST = 200

/** The equipment of a store, by name; the one that is given is there before the others have come. */
export function useEquipmentChoices(
  storeId: StoreId | null,
  given: { readonly id: DeviceId; readonly name: string } | null,
): readonly Choice[] {
  const answer = useCall(
    listEquipment,
    storeId === null
      ? null
      : {
          query: {
            ...{ departmentId: null, storeId, type: 'all', zone: 'all', state: 'all', retired: 'without' },
            ...ANY_FRIDGE,
            ...{ search: '', sort: 'name', page: 1, pageSize: MOST },
          },
        },
  )
  const devices = answer.data?.devices ?? (given === null ? [] : [given])
  return devices.map(({ id, name }) => ({ value: String(id), label: name }))
}
