import { getBoxSystem, makeBoxToken, revokeBoxToken } from '@coldkeep/contract/areas/box-systems'
import type { Answer } from '@coldkeep/contract/call'
import { formatInstant, NO_VALUE } from '@coldkeep/phrases/format'
import { Suspense, useState } from 'react'
import { useCall } from '../../api/use-call'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Button } from '../../kit/Button'
import { LoadFailure } from '../../kit/LoadFailure'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { Fact } from '../../parts/Fact'
import frame from '../../parts/page.module.css'
import { useWhyNot } from '../../site/use-why-not'
import type { TerminalEntry } from './terminal-words'
import styles from './terminals.module.css'

const BoxTokenDialog = lazily(() => import('./BoxTokenDialog'), 'BoxTokenDialog')

const REFRESH_MS = 30_000

/** What the box runs below the terminal program, and the token with which its images come. */
export function BoxSystem({ terminal }: { terminal: TerminalEntry }) {
  const t = useText()
  const whyNot = useWhyNot()
  const [act, setAct] = useState<'make' | 'revoke' | null>(null)
  const params = { terminalId: terminal.id }
  const answer = useCall(getBoxSystem, { params }, { refreshMs: REFRESH_MS, quiet: true })
  const system = answer.data
  return (
    <section className={styles.card} aria-labelledby="box-system">
      <header className={styles.head}>
        <h3 id="box-system">{t('terminals.box.title')}</h3>
        <div className={styles.actions} data-no-print>
          <Button
            size="small"
            disabledReason={whyNot(makeBoxToken) ?? (terminal.isEnabled ? null : t('terminals.enableFirst'))}
            onClick={() => setAct('make')}
          >
            {t('terminals.box.make')}
          </Button>
          {system?.token != null && (
            <Button size="small" disabledReason={whyNot(revokeBoxToken)} onClick={() => setAct('revoke')}>
              {t('terminals.box.revoke')}
            </Button>
          )}
        </div>
      </header>
      {system !== undefined ? (
        <BoxFacts system={system} zone={terminal.store.zone} />
      ) : answer.isError ? (
        <LoadFailure onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton height={60} />
      )}
      <Suspense>
        {act === 'make' && (
          <BoxTokenDialog
            terminal={terminal}
            type={system?.type ?? null}
            hasToken={system?.token != null}
            onClose={() => setAct(null)}
          />
        )}
      </Suspense>
      <ConfirmAndSend
        opened={act === 'revoke'}
        destructive
        title={t('terminals.box.askRevoke', { terminal: terminal.id })}
        action={t('terminals.box.doRevoke')}
        call={revokeBoxToken}
        input={{ params }}
        invalidates={[getBoxSystem]}
        success={t('terminals.box.revoked')}
        onClose={() => setAct(null)}
      >
        <p>{t('terminals.box.whyRevoke')}</p>
      </ConfirmAndSend>
    </section>
  )
}

function BoxFacts({ system, zone }: { system: Answer<typeof getBoxSystem>; zone: string }) {
  const t = useText()
  const { type, token, version, polledAt, attributes } = system
  if (type === null) return <p className={frame.note}>{t('terminals.box.none')}</p>
  return (
    <dl className={frame.facts}>
      <Fact name={t('terminals.box.program')}>{t(`terminals.box.type.${type}`)}</Fact>
      <Fact name={t('terminals.box.token')}>
        {token === null
          ? t('terminals.box.noToken')
          : t('terminals.box.madeBy', { time: formatInstant(token.createdAt, zone), name: token.createdBy })}
      </Fact>
      <Fact name={t('terminals.box.version')}>{version ?? NO_VALUE}</Fact>
      <Fact name={t('terminals.box.polled')}>{formatInstant(polledAt, zone)}</Fact>
      {attributes.map(({ name, value }) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}
