import { listNoticeTargets, type NoticeTarget, renewNoticeSecret } from '@coldkeep/contract/areas/notices'
import { useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { CopyButton } from '../../kit/CopyButton'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { Modal } from '../../kit/dialog/Modal'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'

/** Makes a new signing secret and shows it, this once. */
export function SecretDialog({ target, onClose }: { target: NoticeTarget; onClose: () => void }) {
  const t = useText()
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
