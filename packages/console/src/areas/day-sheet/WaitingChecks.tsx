import type { StoreId } from '@coldkeep/domain/ids'
import { Suspense } from 'react'
import { lazily } from '../../kit/lazily'
import { withTexts } from '../../site/language'
import { useWaitingOf } from '../../site/waiting'
import { checksOf } from './kept-round'

const WaitingRequests = lazily(
  () => withTexts('queue', () => import('../../parts/WaitingRequests')),
  'WaitingRequests',
)

/** Entries of a store that the service does not have yet, and those that it did not take. */
export function WaitingChecks({ storeId }: { storeId: StoreId }) {
  const requests = useWaitingOf(checksOf(storeId))
  if (requests.length === 0) return null
  return (
    <Suspense>
      <WaitingRequests requests={requests} />
    </Suspense>
  )
}
