import {
  type DaySheet,
  getDaySheet,
  listDaySheets,
  reviewDaySheet,
  signDaySheet,
} from '@coldkeep/contract/areas/day-sheets'
import { formatInstant } from '@coldkeep/phrases/format'
import { Suspense, useState } from 'react'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Button } from '../../kit/Button'
import { Icon } from '../../kit/icons'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useWhyNot } from '../../site/use-why-not'
import styles from './day-sheet.module.css'

const ReviewDialog = lazily(() => import('./ReviewDialog'), 'ReviewDialog')

const DAY_MINUTES = 1440

/** Who has signed a day and who has reviewed it, and the buttons to do so. */
export function Signature({ sheet }: { sheet: DaySheet }) {
  const t = useText()
  const whyNot = useWhyNot()
  const [opened, setOpened] = useState<'sign' | 'review' | null>(null)
  const { store, on, signed, now, today, digest } = sheet
  const time = (at: number) => formatInstant(at, store.zone)
  const leftMinutes = on === today ? Math.max(0, DAY_MINUTES - now.minutes) : 0
  return (
    <div className={styles.signature}>
      {signed === null ? (
        <p className={styles.signer}>
          <strong>{t('daySheet.notSigned')}</strong>
          <Button size="small" disabledReason={whyNot(signDaySheet)} onClick={() => setOpened('sign')}>
            {t('daySheet.sign.do')}
          </Button>
        </p>
      ) : (
        <>
          <p className={styles.signer}>
            <span className={styles.signed}>
              <Icon name="check" />
              <strong>{t('daySheet.signedBy', { name: signed.by, time: time(signed.at) })}</strong>
            </span>
            <span className={frame.note}>
              {t('daySheet.signedUntil', { time: time(signed.sheet.until) })}
            </span>
          </p>
          <p className={styles.signer}>
            {signed.review === null ? (
              <>
                <span>{t('daySheet.notReviewed')}</span>
                <Button
                  size="small"
                  disabledReason={whyNot(reviewDaySheet) ?? (signed.isOwn ? t('daySheet.review.own') : null)}
                  onClick={() => setOpened('review')}
                >
                  {t('daySheet.review.do')}
                </Button>
              </>
            ) : (
              <span className={styles.signed}>
                <Icon name="check" />
                {t('daySheet.reviewedBy', { name: signed.review.by, time: time(signed.review.at) })}
                {signed.review.note !== '' && <q>{signed.review.note}</q>}
              </span>
            )}
          </p>
          {!signed.isIntact && (
            <p className={styles.signed} role="alert">
              <Icon name="alert" />
              <strong>{t('daySheet.broken')}</strong>
            </p>
          )}
          {signed.isPartial && <p className={frame.note}>{t('daySheet.partial')}</p>}
          <p className={frame.note}>
            {t('daySheet.hash')}: <span className={`${frame.mono} ${styles.hash}`}>{signed.digest}</span>
          </p>
        </>
      )}
      {opened === 'sign' && (
        <ConfirmAndSend
          call={signDaySheet}
          title={t('daySheet.sign.title', { day: `${store.code} ${on}` })}
          action={t('daySheet.sign.do')}
          input={{ body: { storeId: store.id, on, until: now.until, digest } }}
          invalidates={[getDaySheet, listDaySheets]}
          success={t('daySheet.sign.done')}
          onFailed={() => setOpened(null)}
          onClose={() => setOpened(null)}
        >
          <p>{t('daySheet.sign.text', { time: time(now.until) })}</p>
          {leftMinutes > 0 && <p>{t('daySheet.sign.early', { minutes: leftMinutes })}</p>}
        </ConfirmAndSend>
      )}
      <Suspense>
        {opened === 'review' && signed !== null && (
          <ReviewDialog
            store={store}
            on={on}
            by={signed.by}
            digest={signed.digest}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
