import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
} from '@coldkeep/contract/areas/second-factor'
import { longestIn } from '@coldkeep/contract/wire/limits'
import { Suspense, useState } from 'react'
import { useSend } from '../../api/use-call'
import { FormModal } from '../../kit/dialog/FormModal'
import { PasswordField } from '../../kit/field/PasswordField'
import { TextField } from '../../kit/field/TextField'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './second-factor.module.css'

const QrPicture = lazily(() => import('./QrPicture'), 'QrPicture')
const LONGEST_CODE = longestIn(confirmSecondFactor.body, 'code')

/** The present password, then the picture for the telephone and the first code that proves it was read. */
export function EnrolDialog(props: {
  /** Switched on; these are the recovery codes. */
  onDone: (codes: readonly string[]) => void
  onClose: () => void
}) {
  const { onDone, onClose } = props
  const t = useText()
  const [current, setCurrent] = useState('')
  const [code, setCode] = useState('')
  const beginning = useSend(beginSecondFactor, { quiet: true })
  const confirming = useSend(confirmSecondFactor, {
    invalidates: [getSecondFactor],
    quiet: true,
    onDone: (answer) => onDone(answer.recoveryCodes),
  })
  const { mutate: begin, data: made } = beginning
  const asksPassword = made === undefined
  const missing = asksPassword
    ? current === ''
      ? t('account.currentMissing')
      : null
    : code.trim() === ''
      ? t('account.factorCodeMissing')
      : null
  return (
    <FormModal
      opened
      title={t('account.factorTitle')}
      submitLabel={t(asksPassword ? 'account.factorNext' : 'account.factorBegin')}
      missing={missing}
      dirty={false}
      busy={beginning.isPending || confirming.isPending}
      onSubmit={() => {
        if (missing !== null) return
        if (asksPassword) begin({ body: { current } })
        else confirming.mutate({ body: { code } })
      }}
      onClose={onClose}
    >
      {asksPassword ? (
        <>
          <p className={frame.note}>{t('account.factorAsk')}</p>
          <PasswordField
            label={t('account.currentPassword')}
            value={current}
            onChange={setCurrent}
            error={beginning.error?.message}
            name="current-password"
            required
          />
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
          <TextField
            label={t('account.factorCode')}
            value={code}
            onChange={setCode}
            error={confirming.error?.message}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={LONGEST_CODE}
            name="code"
            required
          />
        </>
      )}
    </FormModal>
  )
}
