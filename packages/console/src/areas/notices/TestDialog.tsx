import { type NoticeTarget, noticeOptions, testNoticeTarget } from '@coldkeep/contract/areas/notices'
import { useSend } from '../../api/use-call'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'

/** Asks, sends a test message and shows the receiver's answer. */
export function TestDialog({ target, onClose }: { target: NoticeTarget; onClose: () => void }) {
  const t = useText()
  const test = useSend(testNoticeTarget, {
    invalidates: [noticeOptions],
    onDone: ({ isAccepted }) => {
      if (!isAccepted) return
      showToast(t('notices.tested', { target: target.name }))
      onClose()
    },
  })
  const refused = test.data?.isAccepted === false ? test.data.message : null
  return (
    <ConfirmDialog
      opened
      title={t('notices.testTarget', { target: target.name })}
      action={t('notices.test')}
      busy={test.isPending}
      onConfirm={() => test.mutate({ body: { id: target.id } })}
      onCancel={onClose}
    >
      <p>{t(target.recipient.startsWith('department:') ? 'notices.testGroup' : 'notices.testWhy')}</p>
      {refused !== null && (
        <p role="alert">
          {t('notices.testFailed')}: {refused}
        </p>
      )}
    </ConfirmDialog>
  )
}
