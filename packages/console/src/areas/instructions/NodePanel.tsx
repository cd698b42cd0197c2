import { listPollCommands } from '@coldkeep/contract/areas/poll-commands'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { NodeTable } from './NodeTable'
import { PollBench } from './PollBench'

/** The nodes of the chosen poll command, and the bench on which a reply is read with them. */
export function NodePanel() {
  const t = useText()
  const [{ command: chosen }, changeAddress] = useAddress()
  const commands = useCall(listPollCommands, {})
  const command = commands.data?.find(({ id }) => String(id) === chosen)
  if (commands.isLoading) return <Skeleton height={240} />
  if (commands.isError && !commands.data) return <LoadFailure onRetry={() => void commands.refetch()} />
  if (command === undefined)
    return (
      <StateView
        icon="search"
        title={t('instructions.chooseCommand')}
        actions={<Button onClick={() => changeAddress({ tab: undefined })}>{t('instructions.polls')}</Button>}
      />
    )
  return (
    <div className={frame.stack}>
      <NodeTable key={command.id} command={command} />
      <PollBench key={`bench ${command.id}`} command={command} />
    </div>
  )
}
