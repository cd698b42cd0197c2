import { previewBulletin } from '@coldkeep/contract/areas/bulletins'
import type { Language } from '@coldkeep/phrases/translate'
import { Suspense, useEffect, useState } from 'react'
import { useCall } from '../../api/use-call'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { Tabs } from '../../kit/Tabs'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { type BulletinDraft, deadlineOf, placeOf, wordFaults } from './bulletin-draft'
import styles from './bulletins.module.css'

// the reader of Markdown is as large as the page
const Markdown = lazily(() => import('../../kit/Markdown'), 'Markdown')

const SETTLED_MS = 500

type Channel = 'app' | 'mail' | 'push'

export interface PreviewProps {
  readonly draft: BulletinDraft
  readonly language: Language
  readonly zone: string
}

/** A message as it will be in the console, in a mailbox and on a phone. */
export function Preview({ draft, language, zone }: PreviewProps) {
  const t = useText()
  const [channel, setChannel] = useState<Channel>('app')
  const words = draft.words[language]
  const isWhole = words.title.trim() !== '' && Object.keys(wordFaults(words)).length === 0
  return (
    <section className={styles.preview} aria-label={t('bulletins.preview')}>
      <Tabs
        label={t('bulletins.preview')}
        tabs={[
          { key: 'app', label: t('bulletins.previewApp') },
          { key: 'mail', label: t('bulletins.previewMail') },
          { key: 'push', label: t('bulletins.previewPush') },
        ]}
        current={channel}
        onChange={(key) => setChannel(key as Channel)}
      >
        <div className={styles.shown} lang={language}>
          {!isWhole && <p className={frame.note}>{t('bulletins.previewEmpty')}</p>}
          {isWhole && channel === 'app' && (
            <>
              <h3>{words.title}</h3>
              <Suspense>
                <Markdown text={words.content} />
              </Suspense>
            </>
          )}
          {isWhole && channel !== 'app' && <Outside {...{ draft, language, zone, channel }} />}
        </div>
      </Tabs>
    </section>
  )
}

/** As the service words it. */
function Outside({ draft, language, zone, channel }: PreviewProps & { readonly channel: 'mail' | 'push' }) {
  const t = useText()
  const place = placeOf(draft)
  const { needsConfirmation } = draft
  const deadlineAt = deadlineOf(draft, zone)
  const typed = useSettled(JSON.stringify({ words: draft.words[language], needsConfirmation, deadlineAt }))
  const answer = useCall(
    previewBulletin,
    place && {
      body: { departmentId: place.departmentId, storeId: place.storeId, language, ...JSON.parse(typed) },
    },
    { keepsPrevious: true, quiet: true },
  )
  if (place === null) return <p className={frame.note}>{t('bulletins.placeFirst')}</p>
  if (answer.data === undefined)
    return answer.error === null ? (
      <Skeleton height={80} />
    ) : (
      <p className={frame.note}>{answer.error.message}</p>
    )
  const { title, text } = answer.data
  return (
    <>
      <h3>{title}</h3>
      <p className={channel === 'mail' ? styles.plain : styles.line}>{text}</p>
    </>
  )
}

/** A text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
