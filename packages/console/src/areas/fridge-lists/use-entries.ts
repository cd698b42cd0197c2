import { listEquipment } from '@coldkeep/contract/areas/equipment'
import {
  countFridgeUse,
  type FridgeBrand,
  type FridgeEntry,
  listBrandProposals,
  listFridgeBrands,
  listFridgeLocations,
  listFridgeTypes,
} from '@coldkeep/contract/areas/fridge-lists'
import type { FridgeEntryId } from '@coldkeep/domain/ids'
import type { FridgeList } from '@coldkeep/domain/organisation/fridge-list'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'

/** Reads that a change of a list makes old. */
export const listReads = [
  listFridgeBrands,
  listFridgeLocations,
  listFridgeTypes,
  listBrandProposals,
  countFridgeUse,
  listEquipment,
]

export const brandRows = ({ brands }: { readonly brands: readonly FridgeBrand[] }) => brands

/** The entries of a list, as far as they are there. */
export function useEntries(list: FridgeList): readonly FridgeEntry[] {
  const brands = useCall(listFridgeBrands, list === 'brand' ? { query: {} } : null)
  const places = useCall(listFridgeLocations, list === 'location' ? { query: {} } : null)
  const types = useCall(listFridgeTypes, list === 'type' ? { query: {} } : null)
  const rows = list === 'brand' ? brands.data?.brands : list === 'location' ? places.data : types.data
  return useMemo(() => rows ?? [], [rows])
}

interface EntryUse {
  readonly devices: number
  readonly stores: number
}

/** How many devices of the reader's stores have each entry; `null` until that is known. */
export function useEntryUse(list: FridgeList): ((id: FridgeEntryId) => EntryUse) | null {
  const query = useMemo(() => ({ list }), [list])
  const used = useCall(countFridgeUse, { query }).data?.used
  return useMemo(() => {
    if (used === undefined) return null
    const byId = new Map(used.map((one) => [one.id, one]))
    return (id: FridgeEntryId) => byId.get(id) ?? { devices: 0, stores: 0 }
  }, [used])
}
