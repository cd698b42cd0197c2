import { listFridgeBrands, listFridgeLocations, listFridgeTypes } from '@coldkeep/contract/areas/fridge-lists'
import type { FridgeEntryId } from '@coldkeep/domain/ids'
import type { FridgeList } from '@coldkeep/domain/organisation/fridge-list'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import { useAddress } from '../../parts/use-address'
import { idIn } from './ids-in-address'

interface FridgeEntryChoice {
  readonly id: FridgeEntryId
  readonly title: string
}

export type FridgeChoices = Readonly<Record<FridgeList, readonly FridgeEntryChoice[]>>
export type ChosenFridge = Readonly<Record<FridgeList, FridgeEntryId | null>>

const none: readonly FridgeEntryChoice[] = []

/** The order of the fields. */
export const fridgeFields = ['brand', 'type', 'location'] as const
export const fridgeLabels = {
  brand: 'equipment.fridgeBrand',
  type: 'equipment.fridgeType',
  location: 'equipment.fridgeLocation',
} as const

/** What fridges can be described by. */
export function useFridgeChoices(): FridgeChoices {
  const brand = useCall(listFridgeBrands, { query: {} }).data?.brands ?? none
  const type = useCall(listFridgeTypes, { query: {} }).data ?? none
  const location = useCall(listFridgeLocations, { query: {} }).data ?? none
  return useMemo(() => ({ brand, type, location }), [brand, type, location])
}

/** Brand, type and location as the address has them. */
export function useChosenFridge(): ChosenFridge {
  const [{ brand, type, location }] = useAddress()
  return useMemo(
    () => ({ brand: idIn(brand), type: idIn(type), location: idIn(location) }),
    [brand, type, location],
  )
}
