import {
  cancelReplacement,
  enableTerminal,
  makeClaimCode,
  withdrawClaimCode,
} from '@coldkeep/contract/areas/terminals'
import { formatInstant, formatNumber, NO_VALUE } from '@coldkeep/phrases/format'
import { useState } from 'react'
import { Button } from '../../kit/Button'
import { StatusTag } from '../../kit/StatusTag'
import { useLanguage, useText } from '../../kit/text'
import { Fact } from '../../parts/Fact'
import frame from '../../parts/page.module.css'
import { useWhyNot } from '../../site/use-why-not'
import { BehindTag } from './BehindTag'
import { storeText } from './store-text'
import { type TerminalAct, TerminalActDialog } from './TerminalActDialog'
import { claimText, programText, sinceText, stateStatus, type TerminalEntry } from './terminal-words'
import styles from './terminals.module.css'

/** What is known of a terminal, with the buttons that change it. */
export function TerminalFacts({ terminal }: { terminal: TerminalEntry }) {
  const t = useText()
  const language = useLanguage()
  const whyNot = useWhyNot()
  const [act, setAct] = useState<TerminalAct | null>(null)
  const { state, store } = terminal
  const time = (at: number | null) => formatInstant(at, store.zone)
  const number = (value: number | null) => formatNumber(language, value)
  return (
    <section className={styles.card} aria-labelledby="terminal-name">
      <header className={styles.head}>
        <h2 id="terminal-name" className={styles.name}>
          {terminal.id}
        </h2>
        <StatusTag
          status={stateStatus[state]}
          word={t(`terminals.state.${state}`)}
          detail={sinceText(terminal, t)}
        />
        <div className={styles.actions} data-no-print>
          <Button
            variant="primary"
            size="small"
            icon="link"
            disabledReason={whyNot(makeClaimCode) ?? (terminal.isEnabled ? null : t('terminals.enableFirst'))}
            onClick={() => setAct('code')}
          >
            {t('terminals.newCode')}
          </Button>
          {terminal.codeUntil !== null && (
            <Button
              size="small"
              disabledReason={whyNot(withdrawClaimCode)}
              onClick={() => setAct('withdraw')}
            >
              {t('terminals.withdraw')}
            </Button>
          )}
          {terminal.replacementUntil !== null && (
            <Button size="small" disabledReason={whyNot(cancelReplacement)} onClick={() => setAct('cancel')}>
              {t('terminals.cancelReplacement')}
            </Button>
          )}
          <Button
            size="small"
            disabledReason={whyNot(enableTerminal)}
            onClick={() => setAct(terminal.isEnabled ? 'disable' : 'enable')}
          >
            {t(terminal.isEnabled ? 'terminals.disable' : 'terminals.enable')}
          </Button>
        </div>
      </header>
      <dl className={frame.facts}>
        <Fact name={t('terminals.store')}>{storeText(terminal)}</Fact>
        <Fact name={t('terminals.lastContact')}>{time(terminal.lastMessageAt)}</Fact>
        <Fact name={t('terminals.claim')}>{claimText(terminal, t)}</Fact>
        <Fact name={t('terminals.versions.program')}>
          {programText(terminal) ?? NO_VALUE} <BehindTag runs={terminal.firmware} />
        </Fact>
        {terminal.firmware !== null && (
          <>
            <Fact name={t('terminals.versions.type')}>{terminal.firmware.type}</Fact>
            <Fact name={t('terminals.versions.newest')}>{terminal.firmware.newest ?? NO_VALUE}</Fact>
          </>
        )}
        {terminal.box !== null && (
          <Fact name={t('terminals.versions.box')}>
            {terminal.box.version ?? NO_VALUE} <BehindTag runs={terminal.box} />
          </Fact>
        )}
        <Fact name={t('terminals.revision')}>{number(terminal.revision)}</Fact>
        <Fact name={t('terminals.backlog')}>{number(terminal.backlog)}</Fact>
        <Fact name={t('terminals.conflicts')}>{number(terminal.conflicts)}</Fact>
        <Fact name={t('terminals.serial')}>{terminal.serial ?? '—'}</Fact>
        <Fact name={t('terminals.hardware')}>{terminal.hardware ?? '—'}</Fact>
        <Fact name={t('terminals.made')}>{time(terminal.createdAt)}</Fact>
      </dl>
      {act !== null && <TerminalActDialog act={act} terminal={terminal} onClose={() => setAct(null)} />}
    </section>
  )
}
