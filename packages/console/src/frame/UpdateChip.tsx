import { Suspense } from 'react'
import { lazily } from '../kit/lazily'
import { mayOpen } from '../site/pages'
import { grantedPages, useSession } from '../site/session'

const RunningUpdate = lazily(() => import('../areas/firmware/RunningUpdate'), 'RunningUpdate')

/** An update job that goes on, for accounts that may open its page. Others fetch nothing of it. */
export function UpdateChip({ compact = false }: { readonly compact?: boolean }) {
  const session = useSession()
  if (!mayOpen({ key: '2-4' }, grantedPages(session))) return null
  return (
    <Suspense>
      <RunningUpdate compact={compact} />
    </Suspense>
  )
}
