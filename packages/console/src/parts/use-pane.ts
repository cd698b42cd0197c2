import { useAddress } from './use-address'

/** The pane that is worked in; it is in the address, so that Back leads to the pane before. */
export function usePane(panes: readonly string[]): readonly [string, (pane: string) => void] {
  const [parameters, changeAddress] = useAddress()
  const named = parameters.pane ?? ''
  const current = panes.includes(named) ? named : (panes[0] ?? '')
  return [current, (pane) => changeAddress({ pane })]
}
