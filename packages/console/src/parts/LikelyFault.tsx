import { deviceHealth, type WireLikelyFault } from '@coldkeep/contract/areas/health'
import type { DeviceId } from '@coldkeep/domain/ids'
import { useCall } from '../api/use-call'
import { useText } from '../kit/text'
import { mayCall, useSession } from '../site/session'
import { Fact } from './Fact'
import frame from './page.module.css'

const REFRESH_MS = 300_000

/** What a device most likely suffers from, how sure that is, what speaks for it, and what to look at first. */
export function LikelyFault({ likely }: { likely: WireLikelyFault }) {
  const t = useText()
  const { title, sureness, reasons, check } = likely
  return (
    <dl className={frame.facts}>
      <Fact name={t('overview.health.likely')}>
        <div>{title}</div>
        {sureness !== null && <div className={frame.note}>{sureness}</div>}
      </Fact>
      {reasons.length > 0 && (
        <Fact name={t('overview.health.reasons')}>
          {reasons.map((reason) => (
            <div key={reason}>{reason}</div>
          ))}
        </Fact>
      )}
      <Fact name={t('overview.health.checkFirst')}>{check}</Fact>
    </dl>
  )
}

/** The same of a device now, in a card of its own; nothing where no fault is likely, or for whom its health is not shown. */
export function PresentLikelyFault({ device }: { device: DeviceId }) {
  const isAllowed = mayCall(deviceHealth, useSession())
  const { data } = useCall(deviceHealth, isAllowed ? { params: { deviceId: device } } : null, {
    refreshMs: REFRESH_MS,
    quiet: true,
  })
  const likely = data?.likely ?? null
  if (likely === null) return null
  return (
    <div className={frame.card}>
      <LikelyFault likely={likely} />
    </div>
  )
}
