import { listNoticeTargets, type NoticeTarget, renewNoticeSecret } from '@coldkeep/contract/areas/notices'
import { useState } from 'react'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Button } from '../../kit/Button'
import { CopyButton } from '../../kit/CopyButton'
import { Modal } from '../../kit/dialog/Modal'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'

/** Makes a new signing secret and shows it, this once. */
export function SecretDialog({ target, onClose }: { target: NoticeTarget; onClose: () => void }) {
  const t = useText()
  const [secret, setSecret] = useState<string | null>(null)
  if (secret === null) {
    return (
      <ConfirmAndSend
        title={t('notices.secretAsk', { target: target.name })}
        action={t('notices.secretDo')}
        call={renewNoticeSecret}
        input={{ body: { id: target.id } }}
        invalidates={[listNoticeTargets]}
        onDone={(answer) => setSecret(answer.secret)}
        onClose={onClose}
      >
        <p>{t('notices.secretWhy')}</p>
      </ConfirmAndSend>
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('notices.secretOf', { target: target.name })}
      widthPx={560}
      footer={
        <>
          <CopyButton text={secret}>{t('notices.copySecret')}</CopyButton>
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
