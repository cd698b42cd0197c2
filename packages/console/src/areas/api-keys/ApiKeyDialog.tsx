import { Button } from '../../kit/Button'
import { CopyButton } from '../../kit/CopyButton'
import { Modal } from '../../kit/dialog/Modal'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'

/** A key that was just made; it is nowhere else. */
export interface MadeKey {
  readonly name: string
  readonly key: string
}

/** A new key, this once. */
export function ApiKeyDialog({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const t = useText()
  return (
    <Modal
      opened
      widthPx={800}
      title={t('apiKeys.of', { name: made.name })}
      onClose={onClose}
      footer={
        <>
          <CopyButton text={made.key}>{t('apiKeys.copy')}</CopyButton>
          <Button variant="primary" onClick={onClose} data-autofocus>
            {t('kit.dialog.close')}
          </Button>
        </>
      }
    >
      <p>{t('apiKeys.once')}</p>
      <pre className={frame.text}>{made.key}</pre>
      <p className={frame.note}>{t('apiKeys.how')}</p>
      <pre className={frame.text}>{`authorization: Bearer ${made.key}`}</pre>
    </Modal>
  )
}
