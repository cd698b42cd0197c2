import {
  linkNoticeTarget,
  listNoticeTargets,
  type NoticeTarget,
  unlinkNoticeTarget,
} from '@coldkeep/contract/areas/notices'
import { formatInstant } from '@coldkeep/phrases/format'
import { useEffect, useState } from 'react'
import { markStale } from '../../api/mark-stale'
import { useCall, useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './notices.module.css'

const LOOK_EVERY_MS = 2_000

/** Makes the code that links a LINE account to a target, and waits until it was sent. */
export function LinkDialog({ target, onClose }: { target: NoticeTarget; onClose: () => void }) {
  const t = useText()
  /** Of the row when the code was made. */
  const [revision, setRevision] = useState<number | null>(null)
  const isWaiting = revision !== null
  const list = useCall(listNoticeTargets, {}, { quiet: true, ...(isWaiting && { refreshMs: LOOK_EVERY_MS }) })
  const now = list.data?.targets.find(({ id }) => id === target.id) ?? target
  const isDone = isWaiting && now.isLinked === true && now.revision > revision
  const link = useSend(linkNoticeTarget, { onDone: () => setRevision(now.revision) })
  const unlink = useSend(unlinkNoticeTarget, {
    invalidates: [listNoticeTargets],
    onDone: () => {
      showToast(t('notices.link.ended', { target: target.name }))
      onClose()
    },
  })
  useEffect(() => {
    if (!isDone) return
    markStale([listNoticeTargets])
    showToast(t('notices.link.isDone', { target: target.name }))
    onClose()
  }, [isDone, onClose, t, target])
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('notices.link.title', { target: target.name })}
      widthPx={560}
      footer={
        <>
          {now.isLinked && !isWaiting && (
            <Button loading={unlink.isPending} onClick={() => unlink.mutate({ query: { id: target.id } })}>
              {t('notices.link.end')}
            </Button>
          )}
          <Button onClick={onClose}>{t('kit.dialog.close')}</Button>
          {!isWaiting && (
            <Button
              variant="primary"
              loading={link.isPending}
              onClick={() => link.mutate({ body: { id: target.id } })}
              data-autofocus
            >
              {t('notices.link.make')}
            </Button>
          )}
        </>
      }
    >
      {link.data === undefined ? (
        <>
          <p>{t('notices.link.why')}</p>
          {now.isLinked && <p>{t('notices.link.replaces')}</p>}
        </>
      ) : (
        <>
          <p>{t('notices.link.send')}</p>
          <output className={styles.code}>{link.data.code}</output>
          <p className={frame.note}>
            {t('notices.link.until', { time: formatInstant(link.data.expiresAt) })}{' '}
            {t('notices.link.waiting')}
          </p>
        </>
      )}
    </Modal>
  )
}
