import { listPollCommands } from '@coldkeep/contract/areas/poll-commands'
import { listWriteCommands } from '@coldkeep/contract/areas/write-commands'
import { formatNumber } from '@coldkeep/phrases/format'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import { useLanguage } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import { useModel } from './use-model'

/** Rows behind the tabs, of the chosen model and command; none while that is not known. */
export function useRowCounts() {
  const language = useLanguage()
  const { brand, model } = useModel()
  const [{ command: chosen }] = useAddress()
  // with the tables' own input, so that nothing is loaded twice
  const query = useMemo(() => ({ brand, model }), [brand, model])
  const polls = useCall(listPollCommands, { query }).data
  const writes = useCall(listWriteCommands, { query }).data
  const command = polls?.find(({ id }) => String(id) === chosen)
  const count = (rows: number | undefined) => (rows === undefined ? undefined : formatNumber(language, rows))
  return { polls: count(polls?.length), nodes: count(command?.points), writes: count(writes?.length) }
}
