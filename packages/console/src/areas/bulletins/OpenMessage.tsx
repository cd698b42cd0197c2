import { confirmOwnBulletin, listOwnBulletins, openOwnBulletin } from '@coldkeep/contract/areas/own-bulletins'
import { listOwnMessages } from '@coldkeep/contract/areas/own-messages'
import type { BulletinId } from '@coldkeep/domain/ids'
import { formatInstant } from '@coldkeep/phrases/format'
import { useEffect, useRef } from 'react'
import { CallProblem } from '../../api/call-problem'
import { markStale } from '../../api/mark-stale'
import { useCall, useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Icon } from '../../kit/icons'
import { LoadFailure } from '../../kit/LoadFailure'
import { Markdown } from '../../kit/Markdown'
import { Skeleton } from '../../kit/Skeleton'
import { showToast } from '../../kit/Toast'
import { useLanguage, useText } from '../../kit/text'
import { KeptNote } from '../../parts/KeptNote'
import frame from '../../parts/page.module.css'
import { isUnkept, whyUnkept } from '../../site/not-kept'
import { ownNames } from '../../site/own-names'
import { sendOrKeep } from '../../site/queue'
import { useLeft } from '../../site/use-left'
import { useWaitingOf } from '../../site/waiting'
import styles from './bulletins.module.css'
import { FileLinks } from './FileLinks'
import { stateOf } from './own-state'

/** A message to the reader, who confirms it here: at once, or when there is a connection again. */
export function OpenMessage({ id }: { readonly id: BulletinId }) {
  const t = useText()
  const language = useLanguage()
  const left = useLeft()
  const heading = useRef<HTMLHeadingElement>(null)
  const answer = useCall(openOwnBulletin, { params: { id } }, { quiet: true })
  const key = `bulletin ${id}`
  const waiting = useWaitingOf(key).filter(({ state }) => state !== 'sent')
  const confirming = useSend(confirmOwnBulletin, {
    invalidates: [listOwnBulletins, openOwnBulletin, listOwnMessages],
    by: (input) =>
      sendOrKeep(
        { id: crypto.randomUUID(), kind: 'confirmation', input, of: key, about: answer.data?.title ?? key },
        { left: left() },
      ),
    isWorded: isUnkept,
    onDone: () => showToast(t('bulletins.own.confirmed')),
    onKept: () => showToast(t('bulletins.own.kept')),
  })
  const { data, error } = answer
  const isThere = data !== undefined
  useEffect(() => {
    if (!isThere) return
    heading.current?.focus()
    // it is opened now
    markStale([listOwnBulletins, listOwnMessages])
  }, [isThere])
  if (data === undefined) {
    if (error instanceof CallProblem && error.code?.startsWith('bulletin.') === true)
      return <p className={frame.card}>{error.message}</p>
    return error === null ? <Skeleton height={320} /> : <LoadFailure onRetry={answer.refetch} />
  }
  const isOpenToConfirm = data.needsConfirmation && data.confirmedAt === null && !data.isWithdrawn
  return (
    <article className={`${frame.card} ${styles.opened}`}>
      <header>
        <h2 ref={heading} tabIndex={-1} lang={data.language}>
          {data.title}
        </h2>
        <p className={frame.note}>
          {data.category} · {t('bulletins.own.from', { name: data.sender, department: data.department })} ·{' '}
          {formatInstant(data.sentAt)}
        </p>
        {data.language !== language && (
          <p className={frame.note}>
            {t('bulletins.own.otherLanguage', { language: ownNames[data.language] })}
          </p>
        )}
      </header>
      <div lang={data.language}>
        <Markdown text={data.content} />
      </div>
      <FileLinks files={data.files} />
      <footer className={styles.confirm}>
        <span className={data.isOpen ? styles.due : frame.note}>
          {data.isOpen && <Icon name="clock" size={16} />}
          {waiting.length > 0 ? t('bulletins.own.kept') : stateOf(data, t)}
        </span>
        {isOpenToConfirm && waiting.length === 0 && (
          <Button
            variant="primary"
            icon="check"
            loading={confirming.isPending}
            onClick={() => confirming.mutate({ params: { id }, body: { at: Date.now() } })}
          >
            {t('bulletins.own.confirm')}
          </Button>
        )}
      </footer>
      <KeptNote
        unkept={whyUnkept(confirming.error)}
        refusals={waiting.flatMap(({ refusal }) => (refusal === null ? [] : [refusal]))}
      />
    </article>
  )
}
