import type { makeClaimCode } from '@coldkeep/contract/areas/terminals'
import type { Answer } from '@coldkeep/contract/call'
import { formatInstant } from '@coldkeep/phrases/format'
import { useEffect } from 'react'
import { Button } from '../../kit/Button'
import { CopyButton } from '../../kit/CopyButton'
import { Modal } from '../../kit/dialog/Modal'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { storeText } from './store-text'
import type { TerminalEntry } from './terminal-words'
import styles from './terminals.module.css'

export interface ClaimCodeDialogProps {
  readonly terminal: TerminalEntry
  readonly code: Answer<typeof makeClaimCode>
  readonly onClose: () => void
}

/** A claim code in large type, this once. Printed it fills a sheet of its own. */
export function ClaimCodeDialog({ terminal, code, onClose }: ClaimCodeDialogProps) {
  const t = useText()
  useEffect(() => {
    const page = document.documentElement
    page.dataset.printsDialog = ''
    return () => {
      delete page.dataset.printsDialog
    }
  }, [])
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('terminals.codeOf', { terminal: terminal.id })}
      widthPx={560}
      footer={
        <>
          <CopyButton text={code.code}>{t('terminals.copyCode')}</CopyButton>
          <Button icon="print" onClick={() => window.print()}>
            {t('terminals.printCode')}
          </Button>
          <Button variant="primary" onClick={onClose} data-autofocus>
            {t('kit.dialog.close')}
          </Button>
        </>
      }
    >
      <p>{storeText(terminal)}</p>
      <p className={styles.code} data-code>
        {code.code}
      </p>
      <p>{t('terminals.codeUntil', { time: formatInstant(code.expiresAt, terminal.store.zone) })}</p>
      <p className={styles.strong}>{t('terminals.codeOnce')}</p>
      <p className={frame.note}>{t('terminals.codeHow')}</p>
      <pre className={frame.text}>{`npm run terminal -- claim ${window.location.origin} ${code.code}`}</pre>
    </Modal>
  )
}
