import { listEquipment } from '@coldkeep/contract/areas/equipment'
import type { StoreId } from '@coldkeep/domain/ids'
import { useCall } from '../../api/use-call'
import type { Choice } from '../../kit/field/SelectField'

/** More than a store has. */
const MOST = 200

/** The equipment of a store, by name. */
export function useEquipmentChoices(storeId: StoreId | null): readonly Choice[] {
  const answer = useCall(
    listEquipment,
    storeId === null
      ? null
      : {
          query: {
            ...{ departmentId: null, storeId, type: 'all', zone: 'all', state: 'all', retired: 'without' },
            ...{ search: '', sort: 'name', page: 1, pageSize: MOST },
          },
        },
  )
  return (answer.data?.devices ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
}
