import { Suspense } from 'react'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useAddress } from '../../parts/use-address'
import { SessionList } from './SessionList'

const SessionRecord = lazily(() => import('./SessionRecord'), 'SessionRecord')

/** Who was on which screen, or one of these sessions; which one is in the address. */
export function SessionsPanel() {
  const [{ session }, changeAddress] = useAddress()
  if (session === undefined) return <SessionList />
  return (
    <Suspense fallback={<Skeleton height={480} />}>
      <SessionRecord key={session} sessionId={session} onBack={() => changeAddress({ session: undefined })} />
    </Suspense>
  )
}
