import type { ParameterApplyId, ParameterProfileId } from '@coldkeep/domain/ids'
import { Suspense } from 'react'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useAddress } from '../../parts/use-address'
import { idIn } from './ids-in-address'

const ApplyList = lazily(() => import('./ApplyList'), 'ApplyList')
const PlanPanel = lazily(() => import('./PlanPanel'), 'PlanPanel')
const ApplyPanel = lazily(() => import('./ApplyPanel'), 'ApplyPanel')

/** What was applied to devices; one of it, or the plan of another, instead of the list. */
export function ChangesPanel() {
  const [{ apply, plan }, changeAddress] = useAddress()
  const id = idIn<ParameterApplyId>(apply)
  const planned = idIn<ParameterProfileId>(plan)
  const back = () => changeAddress({ apply: undefined, plan: undefined, page: undefined, tab: 'changes' })
  return (
    <Suspense fallback={<Skeleton height={480} />}>
      {id === null && plan === undefined ? (
        <ApplyList />
      ) : id === null ? (
        <PlanPanel profileId={planned} onBack={back} />
      ) : (
        <ApplyPanel key={id} id={id} onBack={back} />
      )}
    </Suspense>
  )
}
