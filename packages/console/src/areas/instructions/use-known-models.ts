import { listDeviceModels } from '@coldkeep/contract/areas/poll-commands'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import type { KnownModels } from './model-fields'

/** The models that the caller sees; `null` until the service has said so. */
export function useKnownModels(): KnownModels | null {
  const { data } = useCall(listDeviceModels, { query: {} })
  return useMemo(() => data ?? null, [data])
}

export const noModels: KnownModels = { brands: [], models: {} }
