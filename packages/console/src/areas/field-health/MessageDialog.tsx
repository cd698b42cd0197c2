import { getQuarantined, type listQuarantine } from '@coldkeep/contract/areas/field-health'
import type { Answer } from '@coldkeep/contract/call'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { serviceText } from '../../api/call-problem'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'

export type QuarantineEntry = Answer<typeof listQuarantine>['messages'][number]

/** A message that could not be stored, as far as it can be read. */
export function MessageDialog({ message, onClose }: { message: QuarantineEntry; onClose: () => void }) {
  const t = useText()
  const language = useLanguage()
  const { data, isError, error, refetch } = useCall(
    getQuarantined,
    { params: { id: message.id } },
    { quiet: true },
  )
  const { zone } = message.store
  return (
    <Modal
      opened
      widthPx={800}
      title={t('fieldHealth.message', { terminal: message.terminalId })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('shell.words.close')}</Button>}
    >
      {isError ? (
        <LoadFailure words={serviceText(error)} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={220} />
      ) : (
        <>
          <dl className={frame.facts}>
            <Fact title={t('fieldHealth.reasonTitle')} value={t(`fieldHealth.reason.${data.reason}`)} />
            <Fact title={t('fieldHealth.receivedAt')} value={formatInstant(message.receivedAt, zone)} />
            <Fact
              title={t('fieldHealth.cycleAt')}
              value={data.at === null ? t('fieldHealth.unknownTime') : formatInstant(data.at, zone)}
            />
            <Fact title={t('fieldHealth.rows')} value={formatNumber(language, data.rows)} />
          </dl>
          {!data.isText && <p className={frame.note}>{t('fieldHealth.bytes')}</p>}
          <pre className={frame.text}>{data.text}</pre>
          {data.isCut && <p className={frame.note}>{t('fieldHealth.cut')}</p>}
        </>
      )}
    </Modal>
  )
}

function Fact({ title, value }: { title: string; value: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  )
}
