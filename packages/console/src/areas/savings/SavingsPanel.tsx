import { Suspense } from 'react'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useAddress } from '../../parts/use-address'
import { SavingList } from './SavingList'
import { savingOf } from './saving-words'

const SavingDetail = lazily(() => import('./SavingDetail'), 'SavingDetail')

/** What could be saved, or the devices behind one of it; which one is in the address. */
export function SavingsPanel() {
  const [{ saving }, changeAddress] = useAddress()
  const key = savingOf(saving)
  if (key === null) return <SavingList />
  return (
    <Suspense fallback={<Skeleton height={480} />}>
      <SavingDetail
        key={saving}
        saving={key}
        onBack={() => changeAddress({ saving: undefined, page: undefined })}
      />
    </Suspense>
  )
}
