import {
  cancelFirmwareJob,
  getFirmwareJob,
  listFirmwareJobs,
  pauseFirmwareJob,
  resumeFirmwareJob,
  retryFirmwareJob,
  rollBackFirmwareJob,
  type WireFirmwareJob,
} from '@coldkeep/contract/areas/firmware-jobs'
import type { Translate } from '@coldkeep/phrases/keys'
import { useState } from 'react'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Button } from '../../kit/Button'
import { useText } from '../../kit/text'
import { actsOn, type JobAct } from './job-acts'
import { jobName, sumsOf } from './job-words'

const calls = {
  pause: pauseFirmwareJob,
  resume: resumeFirmwareJob,
  cancel: cancelFirmwareJob,
  rollBack: rollBackFirmwareJob,
  retry: retryFirmwareJob,
} as const satisfies Record<JobAct, unknown>

export interface JobActsProps {
  readonly job: WireFirmwareJob
  readonly onOpen: (token: string) => void
}

/** Buttons of a job, each after a question. Going back and starting again are jobs of their own, which are opened. */
export function JobActs({ job, onOpen }: JobActsProps) {
  const t = useText()
  const [act, setAct] = useState<JobAct | null>(null)
  return (
    <>
      {actsOn(job).map((one) => (
        <Button key={one} onClick={() => setAct(one)}>
          {one === 'retry' ? t('firmware.job.retry', { count: failedOf(job) }) : t(`firmware.job.${one}`)}
        </Button>
      ))}
      {act !== null && (
        <ConfirmAndSend
          title={titleOf(act, job, t)}
          action={act === 'retry' ? t('firmware.job.go') : t(`firmware.job.${act}`)}
          destructive={act === 'cancel' || act === 'rollBack'}
          call={calls[act]}
          input={{ body: { token: job.token } }}
          invalidates={[getFirmwareJob, listFirmwareJobs]}
          success={t(`firmware.job.${act}Done`)}
          onDone={({ token }) => {
            setAct(null)
            if (token !== job.token) onOpen(String(token))
          }}
          onClose={() => setAct(null)}
        >
          {t(`firmware.job.${act}Why`)}
        </ConfirmAndSend>
      )}
    </>
  )
}

function failedOf({ counts }: WireFirmwareJob): number {
  const { failed, unreachable } = sumsOf(counts)
  return failed + unreachable
}

function titleOf(act: JobAct, job: WireFirmwareJob, t: Translate): string {
  if (act === 'retry') return t('firmware.job.retryQuestion', { count: failedOf(job) })
  if (act === 'rollBack') return t('firmware.job.rollBackQuestion', { count: sumsOf(job.counts).done })
  return t(`firmware.job.${act}Question`, { name: jobName(job, t) })
}
