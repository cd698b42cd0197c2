import { listNoticeTargets, type NoticeTarget, renewNoticeSecret } from '@coldkeep/contract/areas/notices'
import { useState } from 'react'
import { useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { Modal } from '../../kit/dialog/Modal'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'

/** Makes a new signing secret and shows it, this once. */
export function SecretDialog({ target, onClose }: { target: NoticeTarget; onClose: () => void }) {
  const t = useText()
  const [copied, setCopied] = useState(false)
  const renew = useSend(renewNoticeSecret, { invalidates: [listNoticeTargets] })
  if (renew.data === undefined) {
    return (
      <ConfirmDialog
        opened
        title={t('notices.secretAsk', { target: target.name })}
        action={t('notices.secretDo')}
        busy={renew.isPending}
        onConfirm={() => renew.mutate({ body: { id: target.id } })}
        onCancel={onClose}
      >
        <p>{t('notices.secretWhy')}</p>
      </ConfirmDialog>
    )
  }
  const { secret } = renew.data
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    setCopied(true)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('notices.secretOf', { target: target.name })}
      widthPx={560}
      footer={
        <>
          <Button icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
            {t(copied ? 'kit.dialog.copied' : 'notices.copySecret')}
          </Button>
          <Button variant="primary" onClick={onClose} data-autofocus>
            {t('kit.dialog.close')}
          </Button>
        </>
      }
    >
      <p>{t('notices.secretOnce')}</p>
      <pre className={frame.text}>{secret}</pre>
    </Modal>
  )
}
