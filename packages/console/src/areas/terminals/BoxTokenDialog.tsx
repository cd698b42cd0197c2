import { getBoxSystem, makeBoxToken } from '@coldkeep/contract/areas/box-systems'
import { DDI_PATH, DDI_TENANT } from '@coldkeep/contract/wire/ddi-path'
import { BOX_TYPES, type BoxType, isBoxType } from '@coldkeep/domain/firmware/box-installation'
import type { TerminalId } from '@coldkeep/domain/ids'
import { useState } from 'react'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Button } from '../../kit/Button'
import { CopyButton } from '../../kit/CopyButton'
import { Modal } from '../../kit/dialog/Modal'
import { RadioField } from '../../kit/field/RadioField'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { boxSettings } from './box-settings'
import { storeText, type TerminalEntry } from './terminal-words'
import styles from './terminals.module.css'

export interface BoxTokenDialogProps {
  readonly terminal: TerminalEntry
  /** Which program the box has so far; `null`: none. */
  readonly type: BoxType | null
  readonly hasToken: boolean
  readonly onClose: () => void
}

/** Makes the token of the program for system updates in a box, and shows it this once with where it belongs. */
export function BoxTokenDialog({ terminal, type, hasToken, onClose }: BoxTokenDialogProps) {
  const t = useText()
  const [chosen, setChosen] = useState<BoxType>(type ?? 'box-swupdate')
  const [token, setToken] = useState<string | null>(null)
  if (token !== null) return <NewToken id={terminal.id} type={chosen} token={token} onClose={onClose} />
  return (
    <ConfirmAndSend
      title={t('terminals.box.askMake', { terminal: terminal.id })}
      action={t('terminals.box.doMake')}
      call={makeBoxToken}
      input={{ params: { terminalId: terminal.id }, body: { type: chosen } }}
      invalidates={[getBoxSystem]}
      onDone={(made) => setToken(made.token)}
      onClose={onClose}
    >
      <div className={frame.stack}>
        <p>{storeText(terminal)}</p>
        <p>{t('terminals.box.whyMake')}</p>
        {hasToken && <p>{t('terminals.box.replaces')}</p>}
        <RadioField
          label={t('terminals.box.program')}
          direction="row"
          value={chosen}
          choices={BOX_TYPES.map((one) => ({ value: one, label: t(`terminals.box.type.${one}`) }))}
          onChange={(next) => isBoxType(next) && setChosen(next)}
        />
      </div>
    </ConfirmAndSend>
  )
}

function NewToken(props: { id: TerminalId; type: BoxType; token: string; onClose: () => void }) {
  const { id, type, token, onClose } = props
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
