import {
  endHelpSession,
  getHelpStore,
  type HelpSession,
  type HelpStore,
  noteInHelp,
} from '@coldkeep/contract/areas/help-desk'
import { formatInstant } from '@coldkeep/phrases/format'
import { Suspense, useState } from 'react'
import { useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { Icon } from '../../kit/icons'
import { Link } from '../../kit/Link'
import { lazily } from '../../kit/lazily'
import { StatusTag } from '../../kit/StatusTag'
import { useText } from '../../kit/text'
import { Fact } from '../../parts/Fact'
import frame from '../../parts/page.module.css'
import { dialled } from '../../parts/phone-address'
import { paths } from '../../site/paths'
import { useWhyNot } from '../../site/use-why-not'
import styles from './help-desk.module.css'

const EndDialog = lazily(() => import('./EndDialog'), 'EndDialog')
const LONGEST_NOTE = 1_000

export interface HelpSummaryProps {
  readonly store: HelpStore
  readonly session: HelpSession | null
  readonly onChanged: (session: HelpSession) => void
}

/** Always in view: which store it is, whether it is connected, and the session with all that happened. */
export function HelpSummary({
  store: { store, terminals, session: named },
  session,
  onChanged,
}: HelpSummaryProps) {
  const t = useText()
  const phone = dialled(store.phone)
  const online = terminals.filter(({ state }) => state === 'online').length
  return (
    <section className={frame.card} aria-label={t('helpDesk.summary')}>
      <h2>
        {store.code} {store.name}
      </h2>
      <dl className={styles.facts}>
        <Fact name={t('helpDesk.connection')}>
          {terminals.length === 0 ? (
            t('helpDesk.noTerminal')
          ) : (
            <StatusTag
              status={online > 0 ? 'online' : 'offline'}
              detail={terminals.length > 1 ? `${online} / ${terminals.length}` : undefined}
            />
          )}
        </Fact>
        {named !== null && (
          <>
            <Fact name={t('helpDesk.session')}>{named.by}</Fact>
            <Fact name={t('helpDesk.begunAt')}>{formatInstant(named.openedAt, store.zone)}</Fact>
            <Fact name={t('helpDesk.case')}>
              <Link href={paths.withSearch(paths.repair, { case: String(named.repairCase.id) })}>
                {named.repairCase.ticket}
              </Link>
            </Fact>
          </>
        )}
      </dl>
      {phone !== null && (
        <a className={styles.call} href={phone}>
          <Icon name="phone" />
          {store.phone}
        </a>
      )}
      {session !== null && <Record session={session} zone={store.zone} onChanged={onChanged} />}
    </section>
  )
}

interface RecordProps {
  readonly session: HelpSession
  readonly zone: string
  readonly onChanged: (session: HelpSession) => void
}

/** What happened, a note to add to it, and the end. */
function Record({ session, zone, onChanged }: RecordProps) {
  const t = useText()
  const whyNot = useWhyNot()
  const [note, setNote] = useState('')
  const [isEnding, setEnding] = useState(false)
  const noting = useSend(noteInHelp, {
    onDone: (answer) => {
      setNote('')
      onChanged(answer)
    },
  })
  const ending = useSend(endHelpSession, {
    invalidates: [getHelpStore],
    onDone: (answer) => {
      setEnding(false)
      onChanged(answer)
    },
  })
  const params = { sessionId: session.id }
  return (
    <>
      <h3>{t('helpDesk.record')}</h3>
      <ol className={styles.record}>
        {session.events.map((event, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the oldest keeps its place, new ones come before it
          <li key={session.events.length - place}>
            <span className={frame.note}>
              {formatInstant(event.at, zone)} · {event.by}
            </span>
            {event.lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </li>
        ))}
      </ol>
      <TextAreaField
        label={t('helpDesk.note')}
        rows={2}
        maxLength={LONGEST_NOTE}
        value={note}
        onChange={setNote}
      />
      <div className={frame.buttons}>
        <Button
          size="small"
          loading={noting.isPending}
          disabledReason={whyNot(noteInHelp, 'now') ?? (note.trim() === '' ? t('helpDesk.noteEmpty') : null)}
          onClick={() => noting.mutate({ params, body: { key: crypto.randomUUID(), text: note.trim() } })}
        >
          {t('helpDesk.addNote')}
        </Button>
        <Button size="small" disabledReason={whyNot(endHelpSession, 'now')} onClick={() => setEnding(true)}>
          {t('helpDesk.end')}
        </Button>
      </div>
      <Suspense>
        {isEnding && (
          <EndDialog
            busy={ending.isPending}
            onClose={() => setEnding(false)}
            onEnd={(body) => ending.mutate({ params, body })}
          />
        )}
      </Suspense>
    </>
  )
}
