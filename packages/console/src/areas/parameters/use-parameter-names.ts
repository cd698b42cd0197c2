import { listModelParameters } from '@coldkeep/contract/areas/parameters'
import type { DeviceModelId } from '@coldkeep/domain/ids'
import { useCallback, useMemo } from 'react'
import { useCall } from '../../api/use-call'
import { parameterName } from './parameter-words'

interface Named {
  readonly code: string
  /** The controller's own label. */
  readonly name: string
}

/** What people call the parameters of a model; the controller's own label for those that it does not have any more. */
export function useParameterNames(modelId: DeviceModelId): (parameter: Named) => string {
  const query = useMemo(() => ({ modelId }), [modelId])
  const parameters = useCall(listModelParameters, { query }, { quiet: true }).data
  const names = useMemo(
    () => new Map(parameters?.map((parameter) => [parameter.code, parameterName(parameter)])),
    [parameters],
  )
  return useCallback(({ code, name }: Named) => names.get(code) ?? name, [names])
}
