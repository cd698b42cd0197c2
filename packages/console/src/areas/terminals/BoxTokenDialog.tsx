import { getBoxSystem, makeBoxToken } from '@coldkeep/contract/areas/box-systems'
import type { BoxType } from '@coldkeep/domain/firmware/box-installation'
import { Suspense, useState } from 'react'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { storeText } from './store-text'
import type { TerminalEntry } from './terminal-words'

const BoxTypeField = lazily(() => import('./BoxTypeField'), 'BoxTypeField')
const NewBoxToken = lazily(() => import('./NewBoxToken'), 'NewBoxToken')

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
  if (token !== null)
    return (
      <Suspense>
        <NewBoxToken id={terminal.id} type={chosen} token={token} onClose={onClose} />
      </Suspense>
    )
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
        <Suspense>
          <BoxTypeField value={chosen} onChange={setChosen} />
        </Suspense>
      </div>
    </ConfirmAndSend>
  )
}
