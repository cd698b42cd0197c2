import { useCallback } from 'react'
import { useAddress } from '../../parts/use-address'

interface ChosenModel {
  readonly brand: string | undefined
  readonly model: string | undefined
  /** Another model has other commands, so that the command goes out of the address, too. */
  readonly choose: (brand: string | undefined, model?: string) => void
}

/** The brand and the model in the address. */
export function useModel(): ChosenModel {
  const [{ brand, model }, changeAddress] = useAddress()
  const choose = useCallback(
    (nextBrand: string | undefined, nextModel?: string) =>
      changeAddress({ brand: nextBrand, model: nextModel, command: undefined }),
    [changeAddress],
  )
  return { brand, model: brand === undefined ? undefined : model, choose }
}
