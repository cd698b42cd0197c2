import { type BulletinDetail, getBulletin } from '@coldkeep/contract/areas/bulletins'
import { languages } from '@coldkeep/contract/config'
import type { BulletinId } from '@coldkeep/domain/ids'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import type { Language } from '@coldkeep/phrases/translate'
import { Suspense, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { LoadFailure } from '../../kit/LoadFailure'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { Tabs } from '../../kit/Tabs'
import { useLanguage, useText } from '../../kit/text'
import { Fact } from '../../parts/Fact'
import frame from '../../parts/page.module.css'
import { ownNames } from '../../site/own-names'
import styles from './bulletins.module.css'
import { FileLinks } from './FileLinks'
import { ReaderTable } from './ReaderTable'
import { SentActions } from './SentActions'
import { BulletinState } from './sent-columns'

// the reader of Markdown is as large as the page
const Markdown = lazily(() => import('../../kit/Markdown'), 'Markdown')

const REFRESH_MS = 15_000

export interface SentDetailProps {
  readonly id: BulletinId
  readonly onBack: () => void
}

/** One message that was sent: its words, what became of it, and who is missing. */
export function SentDetail({ id, onBack }: SentDetailProps) {
  const t = useText()
  const answer = useCall(getBulletin, { params: { id } }, { refreshMs: REFRESH_MS, quiet: true })
  const { data } = answer
  return (
    <div className={frame.stack}>
      <div className={frame.buttons}>
        <Button icon="arrowLeft" onClick={onBack}>
          {t('bulletins.list')}
        </Button>
        {data !== undefined && <SentActions of={data} />}
      </div>
      {data === undefined &&
        (answer.isError ? <LoadFailure onRetry={answer.refetch} /> : <Skeleton height={320} />)}
      {data !== undefined && <Detail of={data} />}
    </div>
  )
}

function Detail({ of }: { readonly of: BulletinDetail }) {
  const t = useText()
  const isReal = of.state === 'sent' || of.receipts.sent > 0
  return (
    <>
      <div className={styles.columns}>
        <section className={frame.card} aria-label={of.title}>
          <Words of={of} />
          <FileLinks files={of.files} />
        </section>
        <section className={frame.card} aria-label={t('bulletins.state.label')}>
          <BulletinState state={of.state} t={t} />
          {of.stoppedBecause !== null && (
            <p>{t(`bulletins.stopped.${of.stoppedBecause === 'nobody' ? 'nobody' : 'no_right'}`)}</p>
          )}
          {of.withdrawnAt !== null && (
            <p>
              {t('bulletins.withdrawnBy', {
                name: of.withdrawnBy ?? '',
                time: formatInstant(of.withdrawnAt),
              })}
            </p>
          )}
          {isReal && <Receipts of={of} />}
          <dl className={frame.facts}>
            <Fact name={t('bulletins.at')}>{formatInstant(of.at)}</Fact>
            <Fact name={t('bulletins.categoryLabel')}>{of.category}</Fact>
            <Fact name={t('bulletins.sender')}>{of.sender}</Fact>
            <Fact name={t('bulletins.departmentLabel')}>{of.department}</Fact>
            {of.deadlineAt !== null && (
              <Fact name={t('bulletins.deadline')}>{formatInstant(of.deadlineAt)}</Fact>
            )}
            {of.needsConfirmation && <Fact name={t('bulletins.reminders')}>{of.reminders}</Fact>}
          </dl>
          {of.remindsAt !== null && (
            <p className={frame.note}>{t('bulletins.remindsAt', { time: formatInstant(of.remindsAt) })}</p>
          )}
          {of.isUnderWay && <p className={frame.note}>{t('bulletins.underWay')}</p>}
          {isReal && <p className={frame.note}>{t('bulletins.sentMeans')}</p>}
        </section>
      </div>
      {isReal && <ReaderTable of={of} />}
    </>
  )
}

function Words({ of }: { readonly of: BulletinDetail }) {
  const t = useText()
  const own = useLanguage()
  const written = languages.filter((language) => of.texts[language] !== undefined)
  const [chosen, choose] = useState<Language>(written.includes(own) ? own : of.language)
  const words = of.texts[chosen]
  const shown = (
    <div lang={chosen}>
      <h2>{words?.title}</h2>
      <Suspense>
        <Markdown text={words?.content ?? ''} />
      </Suspense>
    </div>
  )
  if (written.length < 2) return shown
  return (
    <Tabs
      label={t('bulletins.language')}
      tabs={written.map((key) => ({ key, label: ownNames[key] }))}
      current={chosen}
      onChange={(key) => choose(written.find((one) => one === key) ?? of.language)}
    >
      <div className={styles.words}>{shown}</div>
    </Tabs>
  )
}

function Receipts({ of: { receipts, stores, needsConfirmation } }: { readonly of: BulletinDetail }) {
  const t = useText()
  const language = useLanguage()
  const shown = needsConfirmation
    ? (['sent', 'delivered', 'opened', 'confirmed'] as const)
    : (['sent', 'delivered', 'opened'] as const)
  return (
    <dl className={styles.receipts}>
      {shown.map((key) => (
        <div key={key}>
          <dt>{t(`bulletins.receipt.${key}`)}</dt>
          <dd>{formatNumber(language, receipts[key])}</dd>
        </div>
      ))}
      {needsConfirmation && (
        <div>
          <dt>{t('bulletins.receipt.stores')}</dt>
          <dd>{t('bulletins.of', { count: stores.confirmed, all: stores.all })}</dd>
        </div>
      )}
    </dl>
  )
}
