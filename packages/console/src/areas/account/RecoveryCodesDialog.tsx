import { Button } from '../../kit/Button'
import { CopyButton } from '../../kit/CopyButton'
import { Modal } from '../../kit/dialog/Modal'
import { useText } from '../../kit/text'
import styles from './second-factor.module.css'

/** The recovery codes, this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useText()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('account.recoveryTitle')}
      widthPx={560}
      footer={
        <>
          <CopyButton text={codes.join('\n')} />
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
