import { countBulletinRecipients, sendBulletin } from '@coldkeep/contract/areas/bulletins'
import type { Answer } from '@coldkeep/contract/call'
import { formatInstant } from '@coldkeep/phrases/format'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../api/use-call'
import { StepSection } from '../../archetypes/steps/StepSection'
import { Button } from '../../kit/Button'
import { LeaveDialog } from '../../kit/dialog/LeaveDialog'
import { Link } from '../../kit/Link'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { paths } from '../../site/paths'
import { useWhyNot } from '../../site/use-why-not'
import {
  type BulletinDraft,
  blankDraft,
  firstLanguage,
  instantFrom,
  placeOf,
  whyNotSent,
} from './bulletin-draft'
import styles from './bulletins.module.css'
import { CategoryStep } from './CategoryStep'
import { useCountWords } from './count-words'
import { MessageStep } from './MessageStep'
import { PeopleStep } from './PeopleStep'
import { PlaceStep } from './PlaceStep'
import { SendQuestion } from './SendQuestion'

type Step = 'place' | 'category' | 'people' | 'words'
type Sent = Answer<typeof sendBulletin> & { readonly words: string }

/** A message is written in four steps on one page. */
export function WritePanel() {
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [sent, setSent] = useState<Sent | null>(null)
  if (sent !== null)
    return (
      <Receipt
        of={sent}
        onAnother={() => {
          setKey(crypto.randomUUID())
          setSent(null)
        }}
      />
    )
  return <Writing key={key} id={key} onSent={setSent} />
}

function Writing({ id, onSent }: { readonly id: string; readonly onSent: (sent: Sent) => void }) {
  const t = useText()
  const own = useLanguage()
  const whyNot = useWhyNot()(sendBulletin)
  const words = useCountWords()
  const [draft, setDraft] = useState<BulletinDraft>(blankDraft)
  const [isQuestioned, setQuestioned] = useState(false)
  const [open, setOpen] = useState<ReadonlySet<Step>>(new Set(['place', 'category', 'people', 'words']))
  const change = (patch: Partial<BulletinDraft>) => setDraft((before) => ({ ...before, ...patch }))
  const place = placeOf(draft)
  const counting = useCall(countBulletinRecipients, place && { body: place }, {
    keepsPrevious: true,
    staleMs: 0,
  })
  const count = place === null ? undefined : counting.data
  const zone = count?.zones[0] ?? 'UTC'
  const toggle = (step: Step) => () => {
    const next = new Set(open)
    if (!next.delete(step)) next.add(step)
    setOpen(next)
  }
  const section = (step: Step) => ({ isOpen: open.has(step), onToggle: toggle(step) })
  const needsPlace = place === null ? t('bulletins.placeFirst') : null
  const reason = whyNot ?? whyNotSent(draft, zone, count?.people ?? 0, t)
  const title = draft.words[firstLanguage(draft, own)].title.trim()
  const at = draft.isLater ? instantFrom(draft.sendDay, draft.sendTime, zone) : null
  return (
    <div className={frame.stack}>
      <LeaveDialog isUnsaved={draft !== blankDraft} />
      <StepSection number={1} title={t('bulletins.step.place')} {...section('place')}>
        <PlaceStep draft={draft} onChange={change} />
      </StepSection>
      <StepSection number={2} title={t('bulletins.step.category')} {...section('category')}>
        <CategoryStep value={draft.categoryId} onChange={(categoryId) => change({ categoryId })} />
      </StepSection>
      <StepSection
        number={3}
        title={t('bulletins.step.people')}
        blocked={needsPlace}
        summary={count && words(count)}
        {...section('people')}
      >
        <PeopleStep draft={draft} count={count} onChange={change} />
      </StepSection>
      <StepSection
        number={4}
        title={t('bulletins.step.words')}
        summary={title || undefined}
        {...section('words')}
      >
        <MessageStep draft={draft} zones={count?.zones ?? []} onChange={change} />
      </StepSection>
      <div className={styles.foot}>
        <Button variant="primary" icon="send" disabledReason={reason} onClick={() => setQuestioned(true)}>
          {t(draft.isLater ? 'bulletins.schedule' : 'bulletins.send')}
        </Button>
        {count !== undefined && <span className={frame.note}>{words(count)}</span>}
      </div>
      {isQuestioned && count !== undefined && (
        <SendQuestion
          {...{ id, draft, count, zone, title }}
          onSent={(answer) =>
            onSent({
              ...answer,
              words:
                at === null
                  ? t('bulletins.wasSent', words.parts(count))
                  : t('bulletins.wasScheduled', { time: formatInstant(at, zone) }),
            })
          }
          onClose={() => setQuestioned(false)}
        />
      )}
    </div>
  )
}

function Receipt({ of, onAnother }: { readonly of: Sent; readonly onAnother: () => void }): ReactNode {
  const t = useText()
  return (
    <section className={frame.card} role="status">
      <p>{of.words}</p>
      <div className={frame.buttons}>
        <Link
          look="button"
          href={paths.withSearch(paths.sendMessage, { tab: 'sent', message: String(of.id) })}
        >
          {t('bulletins.toRecord')}
        </Link>
        <Button onClick={onAnother}>{t('bulletins.another')}</Button>
      </div>
    </section>
  )
}
