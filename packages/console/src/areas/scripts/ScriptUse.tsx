import { listScriptStores } from '@coldkeep/contract/areas/deployments'
import type { PollScriptRow } from '@coldkeep/contract/areas/scripts'
import { useCall } from '../../api/use-call'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { mayCall, useSession } from '../../site/session'

/** What goes with a script file, and which stores poll it: it cannot be deleted before it is taken away from them. */
export function ScriptUse({ script }: { script: PollScriptRow }) {
  const t = useText()
  const session = useSession()
  const query = { 'script-file': script.id, status: 'all', page: 1, pageSize: 1 } as const
  const use = useCall(listScriptStores, mayCall(listScriptStores, session) ? { query } : null, {
    quiet: true,
  })
  return (
    <>
      {script.commands > 0 && <p>{t('scripts.commandsGo', { count: script.commands })}</p>}
      {use.isLoading && <Skeleton height={20} />}
      {use.data && use.data.total > 0 && <p>{t('scripts.polledBy', { count: use.data.total })}</p>}
    </>
  )
}
