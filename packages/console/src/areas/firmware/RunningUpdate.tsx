import { listFirmwareJobs } from '@coldkeep/contract/areas/firmware-jobs'
import { useCall } from '../../api/use-call'
import { JobChip } from '../../kit/job/JobChip'
import { endedPercent } from '../../kit/job/percent'
import { useText } from '../../kit/text'
import { pagePaths, paths } from '../../site/paths'
import { isOpen, sumsOf, terminalsOf } from './job-words'

const REFRESH_MS = 30_000
const query = { page: 1, pageSize: 1 }

/** While an update job runs that concerns the reader: how far it is, and the way to it. Jobs that run are listed first. */
export function RunningUpdate({ compact }: { readonly compact: boolean }) {
  const t = useText()
  const { data } = useCall(listFirmwareJobs, { query }, { refreshMs: REFRESH_MS, quiet: true })
  const job = data?.jobs[0]
  if (job === undefined || !isOpen(job.state)) return null
  const { done, failed, unreachable, cancelled } = sumsOf(job.counts)
  const total = terminalsOf(job.counts)
  const ended = done + failed + unreachable + cancelled
  const { version } = job
  return (
    <JobChip
      title={t(job.state === 'paused' ? 'shell.bar.updatePaused' : 'shell.bar.updateJob', { version })}
      href={paths.withSearch(pagePaths.firmware, { job: String(job.token) })}
      percent={endedPercent(ended, total)}
      hasFailed={failed > 0}
      compact={compact}
    />
  )
}
