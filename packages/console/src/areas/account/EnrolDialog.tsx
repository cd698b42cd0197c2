import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
} from '@coldkeep/contract/areas/second-factor'
import type { Translate } from '@coldkeep/phrases/keys'
import { Suspense } from 'react'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { PasswordField } from '../../kit/field/PasswordField'
import { TextField } from '../../kit/field/TextField'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './second-factor.module.css'

const QrPicture = lazily(() => import('./QrPicture'), 'QrPicture')

export function beginRules(t: Translate): CallRules<typeof beginSecondFactor, { readonly current: string }> {
  return {
    call: beginSecondFactor,
    labels: { current: t('account.currentPassword') },
    inputOf: (body) => ({ body }),
    check: ({ current }): Record<string, string> =>
      current === '' ? { current: t('kit.field.required') } : {},
  }
}

export function confirmRules(t: Translate): CallRules<typeof confirmSecondFactor, { readonly code: string }> {
  return {
    call: confirmSecondFactor,
    labels: { code: t('account.factorCode') },
    inputOf: (body) => ({ body }),
  }
}

/** The present password, then the picture for the telephone and the first code that proves it was read. */
export function EnrolDialog(props: {
  /** Switched on; these are the recovery codes. */
  onDone: (codes: readonly string[]) => void
  onClose: () => void
}) {
  const { onDone, onClose } = props
  const t = useText()
  const begin = useSendForm({
    ...beginRules(t),
    initial: { current: '' },
    quiet: true,
    refusedAt: () => 'current',
  })
  const confirm = useSendForm({
    ...confirmRules(t),
    initial: { code: '' },
    invalidates: [getSecondFactor],
    quiet: true,
    refusedAt: () => 'code',
    onDone: (answer) => onDone(answer.recoveryCodes),
  })
  const made = begin.sending.data
  return (
    <FormModal
      opened
      title={t('account.factorTitle')}
      submitLabel={t(made === undefined ? 'account.factorNext' : 'account.factorBegin')}
      {...(made === undefined ? begin : confirm).window}
      dirty={false}
      onClose={onClose}
    >
      {made === undefined ? (
        <>
          <p className={frame.note}>{t('account.factorAsk')}</p>
          <PasswordField {...begin.field('current')} />
        </>
      ) : (
        <>
          <p>{t('account.factorScan')}</p>
          <Suspense fallback={<Skeleton height={200} />}>
            <QrPicture className={styles.picture} text={made.address} label={t('account.factorPicture')} />
          </Suspense>
          <div>
            <p className={frame.note}>{t('account.factorSecret')}</p>
            <p className={styles.secret}>{made.secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
          </div>
          <TextField {...confirm.field('code')} inputMode="numeric" autoComplete="one-time-code" />
        </>
      )}
    </FormModal>
  )
}
