import { DDI_PATH, DDI_TENANT } from '@coldkeep/contract/wire/ddi-path'
import type { BoxType } from '@coldkeep/domain/firmware/box-installation'
import type { TerminalId } from '@coldkeep/domain/ids'
import { Button } from '../../kit/Button'
import { CopyButton } from '../../kit/CopyButton'
import { Modal } from '../../kit/dialog/Modal'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { boxSettings } from './box-settings'
import styles from './terminals.module.css'

export interface NewBoxTokenProps {
  readonly id: TerminalId
  readonly type: BoxType
  readonly token: string
  readonly onClose: () => void
}

/** The token, this once, as the program takes it. */
export function NewBoxToken({ id, type, token, onClose }: NewBoxTokenProps) {
  const t = useText()
  const url = new URL(DDI_PATH, window.location.origin)
  const settings = boxSettings(type, { url, tenant: DDI_TENANT, id, token })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('terminals.box.tokenOf', { terminal: id })}
      widthPx={560}
      footer={
        <>
          <CopyButton text={settings}>{t('terminals.box.copy')}</CopyButton>
          <Button variant="primary" onClick={onClose} data-autofocus>
            {t('kit.dialog.close')}
          </Button>
        </>
      }
    >
      <p className={styles.strong}>{t('terminals.box.once')}</p>
      <p className={frame.note}>{t(`terminals.box.how.${type}`)}</p>
      <pre className={frame.text} data-box-settings>
        {settings}
      </pre>
    </Modal>
  )
}
