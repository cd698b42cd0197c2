import {
  getHelpSession,
  type HelpCamera,
  type HelpSession,
  orderHelpPicture,
} from '@coldkeep/contract/areas/help-desk'
import { formatInstant, timeParts } from '@coldkeep/phrases/format'
import { Suspense, useState } from 'react'
import { useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useWhyNot } from '../../site/use-why-not'
import styles from './help-desk.module.css'

const SubjectPhotos = lazily(() => import('../../parts/SubjectPhotos'), 'SubjectPhotos')

export interface NewPictureProps {
  readonly session: HelpSession
  readonly cameras: readonly HelpCamera[]
  readonly onChanged: (session: HelpSession) => void
}

/** A picture of now from a camera of the store, or one that somebody took. */
export function NewPicture({ session, cameras, onChanged }: NewPictureProps) {
  const t = useText()
  const { store, repairCase } = session
  const taken = session.pictures.filter(({ photo }) => photo.takenFrom !== 'camera')
  return (
    <>
      {cameras.length === 0 ? (
        <p className={frame.note}>{t('helpDesk.camera.none')}</p>
      ) : (
        <FromCamera session={session} cameras={cameras} onChanged={onChanged} />
      )}
      <Suspense fallback={<Skeleton height={132} />}>
        <SubjectPhotos
          label={t('helpDesk.camera.own')}
          place={{ subject: 'help', subjectId: session.id, about: repairCase.ticket }}
          shownBy={getHelpSession}
          photos={taken.map(({ photo }) => photo)}
          zone={store.zone}
        />
      </Suspense>
    </>
  )
}

function FromCamera({ session, cameras, onChanged }: NewPictureProps) {
  const t = useText()
  const whyNot = useWhyNot()(orderHelpPicture, 'now')
  const [first] = cameras
  const [chosen, choose] = useState<string | null>(null)
  const camera = cameras.find((one) => keyOf(one) === chosen) ?? first
  const ordering = useSend(orderHelpPicture, { onDone: onChanged })
  const [latest] = session.orders
  const isWaiting = latest?.state === 'ordered'
  if (camera === undefined) return null
  const blocked =
    whyNot ??
    (session.endedAt !== null ? t('helpDesk.ended') : camera.isOnline ? null : t('helpDesk.camera.offline'))
  return (
    <>
      <div className={styles.cameraTools}>
        <SelectField
          label={t('helpDesk.camera.which')}
          value={keyOf(camera)}
          choices={cameras.map((one) => ({ value: keyOf(one), label: one.name }))}
          onChange={choose}
        />
        <Button
          variant="primary"
          icon="camera"
          loading={ordering.isPending || isWaiting}
          disabledReason={blocked}
          onClick={() =>
            ordering.mutate({
              params: { sessionId: session.id },
              body: { terminalId: camera.terminalId, cameraId: camera.id },
            })
          }
        >
          {t('helpDesk.camera.take')}
        </Button>
      </div>
      {latest !== undefined && <OrderState session={session} />}
    </>
  )
}

/** How the newest order is, how old its picture is, and what is odd about it. */
function OrderState({ session: { orders, store } }: { readonly session: HelpSession }) {
  const t = useText()
  const [order] = orders
  if (order === undefined) return null
  const { state, camera: name, reason, capturedAt, unchangedSince } = order
  const isWrong = state === 'refused' || state === 'expired'
  return (
    <p role="status" className={isWrong ? styles.alert : frame.note}>
      {state === 'ordered' && t('helpDesk.camera.waiting', { name })}
      {state === 'expired' && t('helpDesk.camera.expired', { name })}
      {state === 'refused' && t('helpDesk.camera.refused', { name, reason: reason ?? '' })}
      {state === 'arrived' &&
        capturedAt !== null &&
        t('helpDesk.camera.arrived', { name, time: timeParts(capturedAt, store.zone).second })}
      {unchangedSince !== null && (
        <span className={styles.odd}>
          {t('helpDesk.camera.unchanged', { time: formatInstant(unchangedSince, store.zone) })}
        </span>
      )}
    </p>
  )
}

function keyOf({ terminalId, id }: HelpCamera): string {
  return `${terminalId}/${id}`
}
