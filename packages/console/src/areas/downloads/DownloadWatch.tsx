import { downloadStatus } from '@coldkeep/contract/areas/downloads'
import type { DownloadId } from '@coldkeep/domain/ids'
import { useEffect, useRef } from 'react'
import { useCall } from '../../api/use-call'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { forgetDownloads, useWatchedDownloads } from './watched-downloads'

const EVERY_MS = 3_000

/** Announces when a file that was ordered in this window is finished, whatever page is open by then. */
export function DownloadWatch() {
  const t = useText()
  const watched = useWatchedDownloads()
  const answer = useCall(downloadStatus, {}, { refreshMs: EVERY_MS, quiet: true })
  const jobs = answer.data?.jobs
  const answeredAtMs = answer.dataUpdatedAt
  const firstAnswerAtMs = useRef(new Map<DownloadId, number>())
  useEffect(() => {
    if (jobs === undefined) return
    const ended = watched.flatMap((id) => {
      const job = jobs.find((one) => one.id === id)
      const first = firstAnswerAtMs.current.get(id) ?? answeredAtMs
      firstAnswerAtMs.current.set(id, first)
      // an answer that was given before the order does not know it yet
      if (job === undefined && first === answeredAtMs) return []
      return job?.state === 'waiting' || job?.state === 'running' ? [] : [{ id, job }]
    })
    for (const { job } of ended)
      if (job?.state === 'done') showToast(t('reports.finished', { title: job.title }))
    forgetDownloads(ended.map(({ id }) => id))
  }, [jobs, answeredAtMs, watched, t])
  return null
}
