import { Suspense, useState } from 'react'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { PageHead } from '../../site/PageHead'
import { JobList } from './JobList'
import { planDraft } from './plan-draft'
import { NO_TARGET } from './target-draft'

const JobView = lazily(() => import('./JobView'), 'JobView')
const NewJob = lazily(() => import('./NewJob'), 'NewJob')

const blank = () => ({ target: NO_TARGET, plan: planDraft(), note: '' })

/** Brings firmware files to terminals: the jobs there are, and either one of them or the steps to the next. */
export function FirmwarePage() {
  const [{ job }, changeAddress] = useAddress()
  // kept while a job is looked at
  const [draft, setDraft] = useState(blank)
  const open = (next: string | undefined) =>
    changeAddress({ job: next, state: undefined, page: undefined, size: undefined })
  return (
    <div className={frame.page}>
      <PageHead />
      <JobList current={job ?? null} onOpen={open} onNew={() => open(undefined)} />
      <Suspense fallback={<Skeleton height={320} />}>
        {job === undefined ? (
          <NewJob
            draft={draft}
            onChange={setDraft}
            onStarted={(token) => {
              setDraft(blank)
              open(token)
            }}
          />
        ) : (
          <JobView key={job} token={job} onOpen={open} />
        )}
      </Suspense>
    </div>
  )
}
