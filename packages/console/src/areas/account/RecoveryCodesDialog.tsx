import { useState } from 'react'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import { useText } from '../../kit/text'
import styles from './account.module.css'

/** The recovery codes, this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useText()
  const [copied, setCopied] = useState(false)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('account.recoveryTitle')}
      widthPx={560}
      footer={
        <>
          <Button
            icon="copy"
            onClick={() => void navigator.clipboard.writeText(codes.join('\n')).then(() => setCopied(true))}
          >
            {t(copied ? 'shell.words.copied' : 'shell.words.copy')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('account.recoveryKept')}
          </Button>
        </>
      }
    >
      <p>{t('account.recoveryWhy')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Modal>
  )
}
