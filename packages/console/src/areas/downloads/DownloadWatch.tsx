import { downloadStatus } from '@coldkeep/contract/areas/downloads'
import { useEffect } from 'react'
import { useCall } from '../../api/use-call'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { forgetDownloads, useWatchedDownloads } from './watched-downloads'

const EVERY_MS = 3_000

/** Announces when a file that was ordered in this window is finished, whatever page is open by then. */
export function DownloadWatch() {
  const t = useText()
  const watched = useWatchedDownloads()
  const jobs = useCall(downloadStatus, {}, { refreshMs: EVERY_MS, quiet: true }).data?.jobs
  useEffect(() => {
    if (jobs === undefined) return
    const ended = watched.flatMap((id) => {
      const job = jobs.find((one) => one.id === id)
      return job?.state === 'waiting' || job?.state === 'running' ? [] : [{ id, job }]
    })
    for (const { job } of ended)
      if (job?.state === 'done') showToast(t('reports.finished', { title: job.title }))
    forgetDownloads(ended.map(({ id }) => id))
  }, [jobs, watched, t])
  return null
}
