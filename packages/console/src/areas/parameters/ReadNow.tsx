import {
  listParameterDevices,
  type ParameterDeviceRow,
  readParameterDevice,
  readParametersNow,
} from '@coldkeep/contract/areas/parameters'
import { formatInstant, timeParts } from '@coldkeep/phrases/format'
import { useEffect, useState } from 'react'
import { markStale } from '../../api/mark-stale'
import { useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { StatusTag } from '../../kit/StatusTag'
import { useText } from '../../kit/text'
import { useWhyNot } from '../../site/use-why-not'

const LOOK_MS = 2_000
/** A terminal that is connected has answered by then. */
const LATE_MS = 60_000

/** Has the terminal read all parameters of a device, and shows what came of it. */
export function ReadNow({ device: { id, readAt, store } }: { readonly device: ParameterDeviceRow }) {
  const t = useText()
  const whyNot = useWhyNot()
  const [begun, setBegun] = useState<{ readonly atMs: number; readonly readAt: number | null } | null>(null)
  const [isLate, setLate] = useState(false)
  const sending = useSend(readParametersNow, {
    onDone: () => {
      setLate(false)
      setBegun({ atMs: Date.now(), readAt })
    },
  })
  const isRead = begun !== null && readAt !== begun.readAt
  const isReading = begun !== null && !isRead
  useEffect(() => {
    if (!isReading) return
    const looking = setInterval(() => markStale([readParameterDevice]), LOOK_MS)
    const late = setTimeout(() => setLate(true), LATE_MS)
    return () => {
      clearInterval(looking)
      clearTimeout(late)
    }
  }, [isReading])
  useEffect(() => {
    if (isRead) markStale([listParameterDevices])
  }, [isRead])
  return (
    <>
      <span role="status">
        {isReading && !isLate && (
          <StatusTag
            status="running"
            word={t('parameters.device.reading', { time: timeParts(begun.atMs).second })}
          />
        )}
        {isReading && isLate && <StatusTag status="waiting" word={t('parameters.device.readLate')} />}
        {isRead && (
          <StatusTag
            status="done"
            word={t('parameters.device.readDone', { time: formatInstant(readAt, store.zone) })}
          />
        )}
      </span>
      <Button
        icon="refresh"
        size="small"
        loading={sending.isPending || (isReading && !isLate)}
        disabledReason={whyNot(readParametersNow, 'equipment')}
        onClick={() => sending.mutate({ body: { deviceId: id } })}
      >
        {t('parameters.device.readNow')}
      </Button>
    </>
  )
}
