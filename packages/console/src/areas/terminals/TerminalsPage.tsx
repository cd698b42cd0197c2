import { isTerminalId } from '@coldkeep/domain/ids'
import { useAddress } from '../../parts/use-address'
import { TerminalList } from './TerminalList'
import { TerminalPanel } from './TerminalPanel'

/** Every terminal of the own stores, or the one that the address names. */
export function TerminalsPage() {
  const [{ id = '' }] = useAddress()
  return isTerminalId(id) ? <TerminalPanel id={id} /> : <TerminalList />
}
